import GalleyBasics

/// The vocabulary of a language, for generated messages.
struct PhraseBook: Sendable {
  let words: [String]
  /// The word separator.
  let space: String
  /// The end of a sentence.
  let end: String
  /// The frequency of the language among messages, in percent.
  let share: Int

  private init(_ share: Int, space: String = " ", end: String = ".", _ words: String) {
    self.share = share
    self.space = space
    self.end = end
    self.words = words.split(separator: " ").map(String.init)
  }

  /// Returns a random language.
  static func any(using random: inout SplitMix64) -> PhraseBook {
    var number = Int.random(in: 0..<100, using: &random)
    for book in all {
      number -= book.share
      if number < 0 { return book }
    }
    return all[0]
  }

  static let emoji = [
    "😀", "😂", "🥰", "😎", "🤔", "😭", "👍🏽", "👏", "🎉", "❤️", "🔥", "🚀", "👨‍👩‍👧", "🏳️‍🌈", "☕️", "🌍", "🐈",
  ]

  static let reactions = ["👍", "❤️", "😂", "🔥", "👏", "😮", "😢", "🎉"]

  private static let all = [
    PhraseBook(
      30,
      """
      the a we you they nobody train morning letter river window little quick bright tomorrow \
      yesterday meeting coffee office waffle affine perhaps really never always write read send \
      measure before after under between harbour evening kitchen music paper number question \
      answer quietly because while again still almost enough together different interesting
      """),
    PhraseBook(
      10,
      """
      der die das wir ihr niemand Zug Morgen Brief Straße Fenster kleiner schnell heute gestern \
      Kaffee Büro vielleicht wirklich niemals immer schreiben lesen schicken vor nach zwischen \
      Abend Küche Musik Papier Frage Antwort leise während wieder noch beinahe genug zusammen \
      Donaudampfschifffahrtsgesellschaft Überraschung naïveté façade garçon déjà señor
      """),
    PhraseBook(
      18,
      """
      и мы вы они никто поезд утро письмо река окно маленький быстро завтра вчера встреча кофе \
      наверное правда никогда всегда писать читать послать до после между вечер кухня музыка \
      бумага число вопрос ответ тихо потому пока снова ещё почти достаточно вместе интересный \
      київ їжак щастя ґрунт
      """),
    PhraseBook(
      10,
      """
      نحن أنت هم لا أحد القطار الصباح الرسالة النهر النافذة صغير سريع غدا أمس الاجتماع القهوة \
      ربما حقا أبدا دائما نكتب نقرأ نرسل قبل بعد بين المساء المطبخ الموسيقى الورق العدد السؤال \
      الجواب بهدوء لأن بينما مرة تقريبا معا مختلف سلام خوب است می‌خواهم
      """),
    PhraseBook(
      6,
      """
      אנחנו אתם הם איש רכבת בוקר מכתב נהר חלון קטן מהר מחר אתמול פגישה קפה אולי באמת לעולם תמיד \
      לכתוב לקרוא לשלוח לפני אחרי בין ערב מטבח מוזיקה נייר מספר שאלה תשובה בשקט כי שוב עדיין
      """),
    PhraseBook(
      8, end: "।",
      """
      हम आप वे कोई रेलगाड़ी सुबह चिट्ठी नदी खिड़की छोटा जल्दी कल बैठक चाय शायद सचमुच कभी हमेशा लिखना \
      पढ़ना भेजना पहले बाद बीच शाम रसोई संगीत काग़ज़ संख्या प्रश्न उत्तर धीरे क्योंकि फिर अभी लगभग पर्याप्त साथ
      """),
    PhraseBook(
      6, space: "", end: " ",
      """
      เรา คุณ พวกเขา ไม่มีใคร รถไฟ ตอนเช้า จดหมาย แม่น้ำ หน้าต่าง เล็ก เร็ว พรุ่งนี้ เมื่อวาน ประชุม กาแฟ \
      บางที จริงๆ ไม่เคย เสมอ เขียน อ่าน ส่ง ก่อน หลัง ระหว่าง ตอนเย็น ห้องครัว ดนตรี กระดาษ ตัวเลข คำถาม คำตอบ
      """),
    PhraseBook(
      6, space: "", end: "。",
      """
      我们 你 他们 没有人 火车 早上 一封信 河流 窗户 小小的 很快 明天 昨天 会议 咖啡 也许 真的 从不 总是 写字 \
      阅读 发送 之前 之后 之间 晚上 厨房 音乐 纸张 数字 问题 回答 安静地 因为 然后 再次 仍然 几乎 足够 一起
      """),
    PhraseBook(
      4, space: "", end: "。",
      """
      私たちは あなたが 誰も 電車で 朝の 手紙を 川が 窓から 小さな 早く 明日 昨日の 会議に コーヒーを たぶん 本当に \
      いつも 書いて 読んで 送ります 前に 後で 間に 夕方 台所 音楽 紙 数字 質問 答えは 静かに だから また まだ
      """),
    PhraseBook(
      2,
      """
      우리는 당신이 아무도 기차를 아침에 편지 강이 창문 작은 빨리 내일 어제 회의 커피를 아마 정말 절대 항상 쓰고 읽고 \
      보냅니다 전에 후에 사이 저녁 부엌 음악 종이 숫자 질문 대답 조용히 왜냐하면 다시 아직 거의 함께
      """),
  ]
}

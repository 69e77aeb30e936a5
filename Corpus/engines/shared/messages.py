"""The styles of a message's text."""


def runs(message, known):
    """Returns the texts of a message between changes of style, each with its entities of `known` types."""
    units = message["text"].encode("utf-16-le")
    count = len(units) // 2
    kinds = [()] * count
    for entity in message.get("entities", []):
        if entity["type"] in known:
            for unit in range(entity["offset"], min(count, entity["offset"] + entity["length"])):
                kinds[unit] += (entity["type"],)
    result, start = [], 0
    for end in range(1, count + 1):
        if end == count or kinds[end] != kinds[start]:
            result.append((units[2 * start:2 * end].decode("utf-16-le"), kinds[start]))
            start = end
    return result

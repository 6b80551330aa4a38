#!/usr/bin/python3
"""Reads the file of pfmexport data as a program does that has nothing else: words of random events.

data.py FILE SCHEMA 0: the file is what the schema says.
data.py FILE - COUNT: prints lines "STRING WORD0 WORD1 WORD2" of events with a unit mask, two unit masks of one group,
or a modifier, which the tools must encode to the same words.
"""
import json
import random
import re
import sys

PLACE = re.compile(r"config([12]?):(\d+)(?:-(\d+))?")


def words_of(item):
    """Words as numbers, all three."""
    words = [int(word, 16) for word in item["words"]]
    return words + [0] * (3 - len(words))


def put(words, places, value):
    """The lowest bits of value go to the first place."""
    words = list(words)
    for place in places:
        word, low, high = PLACE.fullmatch(place).groups()
        word, low, high = int(word or 0), int(low), int(high or low)
        mask = (1 << high - low + 1) - 1
        words[word] = words[word] & ~(mask << low) | (value & mask) << low
        value >>= high - low + 1
    return words


def modified(rng, layout, event, words):
    """A modifier of the event that is a field, and the words with it."""
    mask = int(event["modifiers"], 16)
    fields = [m for i, m in enumerate(layout["modifiers"]) if mask >> i & 1 and "bits" in m]
    if not fields or rng.random() < 0.5:
        return "", words
    field = rng.choice(fields)
    if field["type"] == "bool":
        value = rng.randint(0, 1)
        written = value ^ field.get("inverted", False)
    else:
        value = written = rng.randint(int(field["min"], 16), int(field["max"], 16))
    return f":{field['name']}={value}", put(words, field["bits"], written)


def chosen(rng, event):
    """Unit masks of the event, and its words with them."""
    masks = [mask for mask in event.get("umasks", []) if "words" in mask]
    if not masks:
        return "", words_of(event) if "words" in event else None
    first = rng.choice(masks)
    others = [m for m in masks if m.get("group") == first.get("group") and m is not first
              and not m.get("ncombo") and not first.get("ncombo")]
    if not others or rng.random() < 0.7:
        return ":" + first["name"], words_of(first)
    second = rng.choice(others)
    return f":{first['name']}:{second['name']}", [a | b for a, b in zip(words_of(first), words_of(second))]


def check_schema(data, path):
    """The data are what the schema in that file says, if there is somebody to ask."""
    with open(path, encoding="utf-8") as file:
        schema = json.load(file)
    try:
        import jsonschema  # pylint: disable=import-outside-toplevel
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.Draft202012Validator(schema).validate(data)
    except ImportError:
        print("no jsonschema", file=sys.stderr)


def main():
    """See above."""
    with open(sys.argv[1], encoding="utf-8") as file:
        data = json.load(file)
    if sys.argv[2] != "-":
        check_schema(data, sys.argv[2])
    rng = random.Random(20261123)
    rows = [(pmu, event) for pmu in data["pmus"] for event in data["tables"][pmu["table"]]]
    for pmu, event in rng.sample(rows, int(sys.argv[3])):
        masks, words = chosen(rng, event)
        if words is None:
            continue
        modifier, words = modified(rng, data["layouts"][pmu["layout"]], event, words)
        print(f"{pmu['name']}::{event['name']}{masks}{modifier}", *[hex(word) for word in words])


if __name__ == "__main__":
    main()

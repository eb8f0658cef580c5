/** Words of an allergy or illness that name no substance, so that "seafood and penicillin" does not warn of every "and". */
const namesNothing = new Set(
  `all allergic allergy and any dan derivative drug for from group kepada medication medicine other product reaction
   severe some tablet terhadap the ubat with yang`.split(/\s+/),
);
/** Shorter words are units and abbreviations: mg, ml, po. */
const SHORTEST_NAME = 3;

/** In lower case, and without the s of a plural: penicillins are penicillin. */
const wordsOf = (text: string): string[] => {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}\p{N}]*/gu) ?? [];
  return words.map((word) => (word.length > SHORTEST_NAME ? word.replace(/s$/, '') : word));
};

/** The words by which a name is recognised: those that name something, or all when none does. */
function tellingWords(name: string): string[] {
  const words = wordsOf(name);
  const telling = words.filter((word) => word.length >= SHORTEST_NAME && !namesNothing.has(word));
  return telling.length > 0 ? telling : words;
}

/**
 * Whether a text names an allergy or illness, regardless of case, word by word. A word in common suffices: to
 * warn once too often does less harm than not to warn.
 * @param text a medication, an ingredient
 */
export function namedIn(text: string): (name: string) => boolean {
  const there = new Set(wordsOf(text));
  return (name) => tellingWords(name).some((word) => there.has(word));
}

/**
 * Which of many names a text names, in the order of the names, by the rule of `namedIn`. The names are read once: a text then costs
 * what its own words cost, however many names there are.
 */
export function namesFoundIn(names: readonly string[]): (text: string) => string[] {
  const byWord = new Map<string, number[]>();
  names.forEach((name, i) => {
    for (const word of new Set(tellingWords(name))) {
      const known = byWord.get(word);
      if (known) known.push(i);
      else byWord.set(word, [i]);
    }
  });
  return (text) => {
    const found = new Set(wordsOf(text).flatMap((word) => byWord.get(word) ?? []));
    return [...found].sort((a, b) => a - b).map((i) => names[i] as string);
  };
}

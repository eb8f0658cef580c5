const SYLLABLE =
  /([\u1000-\u102a\u103f\u1050-\u109f](?:\u1039[\u1000-\u1021])*)(\u103b?)(\u103c?)(\u103d?\u103e?)(\u1031?)/gu;

/** Burmese in the order in which it is seen: fontkit leaves the signs that stand before their consonant behind it. */
export const burmeseAsSeen = (text: string): string =>
  text.replace(
    SYLLABLE,
    (_, consonant: string, ya: string, ra: string, more: string, e: string) => e + ra + consonant + ya + more,
  );

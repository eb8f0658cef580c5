/** Bytes as unlike each other as those of a random key, and always the same: production refuses keys of less. */
export const keyOf = (seed: number): Buffer => Buffer.from(Array.from({ length: 32 }, (_, i) => (i * 37 + seed) % 256));

export const testKeys = { seal: keyOf(7), search: keyOf(9) };

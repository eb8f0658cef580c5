const MIN_DISTINCT = 20;

/** Whether a key has fewer different characters than a random one. A key in hex is judged by its bytes. */
export function isGuessable(key: Buffer): boolean {
  const text = key.toString('latin1');
  const bytes = /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : key;
  return new Set(bytes).size < MIN_DISTINCT;
}

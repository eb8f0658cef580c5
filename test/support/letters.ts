import { baseUrl } from './client.js';
import { eventually } from './system-service.js';

/** A letter as `GET /dev/letters` lists it. */
export interface DevLetter {
  id: string;
  to: string;
  subject: string;
  text: string;
  sent_at: string;
}

/** The letters to an address so far, newest first. */
export async function lettersTo(address: string, server = baseUrl()): Promise<DevLetter[]> {
  const response = await fetch(`${server}/dev/letters?to=${encodeURIComponent(address)}`);
  if (response.status !== 200) throw new Error(`/dev/letters: ${response.status}`);
  return ((await response.json()) as { letters: DevLetter[] }).letters;
}

/** Waits for a letter to an address. @param than how many there are already */
export const letterTo = (address: string, than = 0, server = baseUrl()): Promise<DevLetter> =>
  eventually(`a letter to ${address}`, async () => {
    const letters = await lettersTo(address, server);
    return letters.length > than ? letters[0] : null;
  });

/** Tokens of the links in a letter, each once. */
export const tokensIn = ({ text }: Pick<DevLetter, 'text'>): string[] => [
  ...new Set([...text.matchAll(/(?<![\w-])[\w-]{88}(?![\w-])/g)].map(([token]) => token)),
];

/** Waits for a letter to an address, and reads the token of its only link. */
export async function tokenTo(address: string, than = 0, server = baseUrl()): Promise<string> {
  const tokens = tokensIn(await letterTo(address, than, server));
  if (tokens.length !== 1) throw new Error(`${tokens.length} links in the letter to ${address}`);
  return tokens[0] as string;
}

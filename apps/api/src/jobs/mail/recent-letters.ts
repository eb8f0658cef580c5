import type { Delivery, Letter, Mailer } from '@usaha/core';

/** How many letters are remembered: the oldest make room. */
const MOST = 200;

/** A letter that was sent in development. */
export interface RecentLetter {
  id: string;
  to: string;
  subject: string;
  text: string;
  sent_at: string;
}

/** The last letters. */
export class LastLetters {
  private readonly letters: RecentLetter[] = [];

  /** Adds the newest letter. */
  remember(letter: RecentLetter): void {
    this.letters.unshift(letter);
    this.letters.length = Math.min(this.letters.length, MOST);
  }

  /** Newest first. @param to the address of one recipient, in any case */
  list(to?: string): RecentLetter[] {
    if (to === undefined) return [...this.letters];
    const address = to.trim().toLowerCase();
    return this.letters.filter((letter) => letter.to.toLowerCase() === address);
  }
}

/** A carrier that remembers the last letters: in development the developer reads them without a mail server. */
export class RecentLetters extends LastLetters implements Mailer {
  /** Told of each letter that this process sends: others that serve the same port remember it too. */
  tell: (letter: RecentLetter) => void = () => undefined;

  constructor(private readonly carrier: Mailer) {
    super();
  }

  async send(letter: Letter): Promise<Delivery> {
    const delivery = await this.carrier.send(letter);
    if (delivery.kind !== 'accepted') return delivery;
    const { id, to, subject, text } = letter;
    const sent = { id, to: to.address, subject, text, sent_at: new Date().toISOString() };
    this.remember(sent);
    this.tell(sent);
    return delivery;
  }
}

import type { Delivery, ReminderLetter, ReminderPost } from '@usaha/healthcare';

/** Prints letters: where there is neither a mail server nor a data directory. */
export class ConsolePost implements ReminderPost {
  constructor(private readonly say: (line: string) => void) {}

  send({ to, subject, text }: ReminderLetter): Promise<Delivery> {
    this.say(
      `A reminder, printed because there is no SMTP_URL\nTo: ${to.name} <${to.address}>\nSubject: ${subject}\n\n${text}`,
    );
    return Promise.resolve({ kind: 'accepted' });
  }
}

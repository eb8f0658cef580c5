import type { Delivery, Letter, Mailer } from '@usaha/core';

/** Prints letters: where there is neither a mail server nor a data directory. */
export class ConsoleMailer implements Mailer {
  constructor(private readonly say: (line: string) => void) {}

  send({ to, subject, text }: Letter): Promise<Delivery> {
    this.say(
      `A letter, printed because there is no SMTP_URL\nTo: ${to.name} <${to.address}>\nSubject: ${subject}\n\n${text}`,
    );
    return Promise.resolve({ kind: 'accepted' });
  }
}

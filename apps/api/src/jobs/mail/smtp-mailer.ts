import { Readable } from 'node:stream';
import type { Delivery, Letter, Mailer } from '@usaha/core';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { messageOf } from './message.js';

/** Milliseconds to reach the server, and to wait for any of its answers. Together they stay far below ABANDONED_MS. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 30_000 };

/** Finds the IP address that a letter to a server's host goes to, and refuses hosts that it may not go to. */
export type ResolveHost = (host: string) => Promise<string>;

/** What nodemailer's errors tell. */
interface SmtpError extends Error {
  /** The step that was being done. */
  command?: string;
  /** The server's answer, where it gave one. */
  responseCode?: number;
  response?: string;
}

/** Sends letters through a mail server. Each has a separate connection, so that it is known how far it came. */
export class SmtpMailer implements Mailer {
  private readonly options: ReturnType<typeof parseConnectionUrl>;

  /**
   * @param url smtp:// or smtps://, with the account in it where the server asks for one
   * @param demandsTls whether a letter goes to no server in the clear, save one of this machine or where the URL says `requireTLS=false`
   * @param resolve of servers that tenants name; the usual one unless given
   */
  constructor(
    url: string,
    private readonly sender: string,
    demandsTls = false,
    private readonly resolve: ResolveHost | null = null,
  ) {
    this.options = connectionOptions(url, demandsTls);
  }

  async send(letter: Letter): Promise<Delivery> {
    const message = await messageOf(letter, this.sender);
    let connection: SMTPConnection | null = null;
    try {
      connection = new SMTPConnection({ ...TIMEOUTS, ...(await this.resolved()) });
      await this.open(connection);
      return await deliver(connection, { from: this.sender, to: letter.to.address }, message);
    } catch (error) {
      return { kind: 'unreachable', reason: reasonOf(error as SmtpError) };
    } finally {
      connection?.close();
    }
  }

  /** The name stays what the server's certificate is compared with. */
  private async resolved(): Promise<ReturnType<typeof parseConnectionUrl>> {
    const { host = '', tls } = this.options;
    if (this.resolve === null) return this.options;
    return { ...this.options, host: await this.resolve(host), tls: { servername: host, ...tls } };
  }

  private async open(connection: SMTPConnection): Promise<void> {
    await new Promise<void>((done, fail) => {
      connection.once('error', fail);
      connection.connect((error) => (error ? fail(error) : done()));
    });
    const { auth } = this.options;
    if (auth?.user)
      await new Promise<void>((done, fail) => connection.login(auth, (error) => (error ? fail(error) : done())));
  }
}

/** A server of this machine: nothing leaves it on the way there. */
const isLocal = (url: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname.toLowerCase());

/** How the server is reached: see the constructor of `SmtpMailer`. */
export function connectionOptions(url: string, demandsTls: boolean): ReturnType<typeof parseConnectionUrl> {
  const options = parseConnectionUrl(url);
  const isTold = /[?&](?:requireTLS|ignoreTLS)=/.test(url);
  return demandsTls && !isTold && !isLocal(url) ? { ...options, requireTLS: true } : options;
}

function deliver(
  connection: SMTPConnection,
  envelope: { from: string; to: string },
  message: Buffer,
): Promise<Delivery> {
  let isUnderWay = false;
  // It is read once the server has said that it will take it: from then on it may have it.
  const content = new Readable({
    read() {
      isUnderWay = true;
      this.push(message);
      this.push(null);
    },
  });
  return new Promise((done) => {
    connection.once('error', (error: SmtpError) => done(failureOf(error, isUnderWay)));
    connection.send({ ...envelope, size: message.length }, content, (error) => {
      if (error) return done(failureOf(error, isUnderWay));
      connection.quit();
      done({ kind: 'accepted' });
    });
  });
}

/**
 * A server that answers 5xx to the recipient or the content will never take this letter, with 4xx it may later; any
 * other answer is about us. A connection that is lost while the letter is under way leaves it open whether it was taken.
 */
function failureOf(error: SmtpError, isUnderWay: boolean): Delivery {
  const reason = reasonOf(error);
  const code = error.responseCode;
  if (code === undefined) return { kind: isUnderWay ? 'unknown' : 'unreachable', reason };
  // Before the content a server may refuse this letter or us: it waits, and no other does.
  if (!isUnderWay && error.command === 'DATA') return { kind: 'postponed', reason };
  if (!isUnderWay && error.command !== 'RCPT TO') return { kind: 'unreachable', reason };
  return code >= 500 ? { kind: 'refused', reason, code: codeOf(reason) } : { kind: 'postponed', reason };
}

/** Status code and, where the server says it, enhanced status code (RFC 3463). */
const codeOf = (reason: string): string | undefined =>
  /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(reason)?.[0].replace('-', ' ');

/** The reported part of an error. Servers repeat the address that they refuse: logs and commands do not show it. */
const reasonOf = ({ message, response }: SmtpError): string =>
  (response ?? message)
    .replace(/\S+@\S+/g, '<address>')
    .replace(/\s+/g, ' ')
    .slice(0, 300);

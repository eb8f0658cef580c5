import type { Express, Request, Response } from 'express';
import { plainAddress } from '@usaha/shared/operation';
import type { RecentLetter } from '../../jobs/mail/recent-letters.js';

/** Headers that proxies add: behind one, every peer is a loopback address. */
const forwarding = /^(?:forwarded|via|x-forwarded(?:-.*)?|x-real-ip|cf-connecting-ip|true-client-ip)$/;
/** A page of another site that resolves its name to this machine names itself here. */
const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;
const LOCAL_ORIGIN = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** Whether a request is of a program of this machine. */
export function isLocal({ socket, headers }: Request): boolean {
  const { host = '', origin } = headers;
  return (
    /^(?:127\.|::1$)/.test(plainAddress(socket.remoteAddress ?? '')) &&
    !Object.keys(headers).some((name) => forwarding.test(name)) &&
    LOCAL_HOST.test(host) &&
    (origin === undefined || LOCAL_ORIGIN.test(origin))
  );
}

/**
 * `GET /dev/letters?to=<address>`, outside both surfaces: the last letters, for developers without a mail server. It is served in
 * development alone, to programs of this machine: links in letters set passwords.
 */
export function serveLetters(express: Express, letters: { list(to?: string): RecentLetter[] }): void {
  express.get('/dev/letters', (request: Request, response: Response, next: () => void) => {
    if (!isLocal(request)) return next();
    const { to } = request.query;
    response.setHeader('Cache-Control', 'no-store');
    response.json({ letters: letters.list(typeof to === 'string' ? to : undefined) });
  });
}

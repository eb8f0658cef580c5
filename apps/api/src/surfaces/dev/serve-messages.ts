import type { Express, Request, Response } from 'express';
import type { DevMessage, MessageOutbox } from '../../jobs/mail/message-outbox.js';
import { escaped, pageHeaders, policyOf, publicPage } from '../page/public-page.js';
import { isLocal } from './serve-letters.js';

const headers = pageHeaders(policyOf("'none'"));
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/**
 * `GET /dev/messages?to=&way=&template=`, outside both surfaces: the last messages that no carrier took, newest first, as JSON or as a
 * page (A-479). It is served in development alone, to programs of this machine, as `/dev/letters` is.
 */
export function serveMessages(express: Express, outbox: Pick<MessageOutbox, 'list'>): void {
  express.get('/dev/messages', (request: Request, response: Response, next: (error?: unknown) => void) => {
    if (!isLocal(request)) return next();
    const { to, way, template } = request.query;
    outbox.list({ to: textOf(to), way: textOf(way), template: textOf(template) }).then((messages) => {
      response.vary('Accept');
      if (request.accepts(['json', 'html']) !== 'html') {
        response.setHeader('Cache-Control', 'no-store');
        response.json({ messages });
        return;
      }
      for (const name in headers) response.setHeader(name, headers[name] as string);
      response.type('html').send(publicPage('en', 'Messages', messages.map(articleOf).join('\n')));
    }, next);
  });
}

const articleOf = ({ at, way, to, template, language, subject, text }: DevMessage): string =>
  `<article><h2>${escaped(`${way}: ${subject ?? template}`)}</h2>
<p>${escaped(`${at}, ${to}, ${template}, ${language}`)}</p>
<pre>${escaped(text)}</pre></article>`;

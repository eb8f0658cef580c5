import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';

/** What titles and printed documents are written in: English, or Malay. */
export type Language = 'en' | 'ms';

/** The best of the header Accept-Language (RFC 9110, 12.5.4); English unless Malay is asked for before it. */
export function languageOf(header: string | undefined): Language {
  const asked = (header ?? '').split(',').map((range) => {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
    const weight = parameters.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find((q) => q !== undefined);
    return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) };
  });
  const [best] = asked
    .filter(({ language, weight }) => (language === 'ms' || language === 'en') && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return best?.language === 'ms' ? 'ms' : 'en';
}

/** The language that the client reads; the answer varies with it. */
export const ReadIn = createParamDecorator((_: unknown, execution: ExecutionContext): Language => {
  const http = execution.switchToHttp();
  http.getResponse<Response>().vary('Accept-Language');
  return languageOf(http.getRequest<Request>().headers['accept-language']);
});

import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Language } from '@usaha/shared';
import { languages } from '@usaha/shared/operation';
import type { Request, Response } from 'express';
import { requestOf, responseOf } from '../http/pipeline/request.js';

/** Where no language is requested, or none of ours. */
const USUAL: Language = 'en';

const isLanguage = (tag: string | undefined): tag is Language => languages.some((language) => language === tag);

/** The best of the header Accept-Language (RFC 9110, 12.5.4); English unless another of ours is asked for before it. */
export function languageOf(header: string | undefined): Language {
  const asked = (header ?? '').split(',').map((range) => {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
    const weight = parameters.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find((q) => q !== undefined);
    return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) };
  });
  const [best] = asked
    .filter(({ language, weight }) => isLanguage(language) && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return isLanguage(best?.language) ? best.language : USUAL;
}

/** The language of an answer whose words are in the client's, stated in its headers. */
export function languageHeaders(request: Request, response: Response): Language {
  const language = languageOf(request.headers['accept-language']);
  response.vary('Accept-Language');
  response.setHeader('Content-Language', language);
  return language;
}

export const HAS_LANGUAGE = 'usaha:language';

const languageOfAnswer = createParamDecorator((_: unknown, execution: ExecutionContext): Language => {
  return languageHeaders(requestOf(execution), responseOf(execution));
});

/** The language that the client reads; the answer states it and varies with it, and so does its documentation. */
export const ReadIn =
  (): ParameterDecorator =>
  (controller, handler, index): void => {
    languageOfAnswer()(controller, handler, index);
    if (handler === undefined) throw new Error('Only what a route answers is in a language');
    Reflect.defineMetadata(HAS_LANGUAGE, true, (controller as Record<string | symbol, object>)[handler] as object);
  };

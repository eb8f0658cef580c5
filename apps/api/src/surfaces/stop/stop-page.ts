import type { Language, Words } from '@usaha/shared';
import { escaped, policyOf, publicPage } from '../page/public-page.js';

/** What the recipient of a letter is shown. */
export type StopState = 'asked' | 'stopped' | 'resumed' | 'gone';

/** Its form is sent to the page's own address. */
export const STOP_POLICY = policyOf("'self'");

const words = {
  title: { en: 'Letters', ms: 'Surat' },
  asked: { en: 'Stop letters of', ms: 'Hentikan surat daripada' },
  stop: { en: 'Stop them', ms: 'Hentikan' },
  stopped: { en: 'You get no more letters of', ms: 'Anda tidak lagi menerima surat daripada' },
  again: { en: 'Get them again', ms: 'Terima semula' },
  resumed: { en: 'You get letters again of', ms: 'Anda menerima semula surat daripada' },
  gone: { en: 'Nothing to stop', ms: 'Tiada apa-apa untuk dihentikan' },
  wrong_body: {
    en: 'resume must be true or false, in a JSON object',
    ms: 'resume mesti true atau false, dalam objek JSON',
  },
  gone_why: { en: 'This link is not one of ours.', ms: 'Pautan ini bukan pautan kami.' },
} satisfies Record<string, Words>;

export const sayStop = (name: keyof typeof words, language: Language): string => words[name][language];

/** The page of a link to stop letters. @param business whose letters they are; empty where the link is none */
export function stopPage(state: StopState, business: string, language: Language): string {
  const said = (name: keyof typeof words): string => words[name][language];
  if (state === 'gone')
    return publicPage(
      language,
      said('gone'),
      `<h1>${said('title')}</h1>\n<p class="status">${said('gone')}</p>\n<p>${said('gone_why')}</p>`,
    );
  const [action, button] = state === 'stopped' ? ['?again=1', said('again')] : ['?', said('stop')];
  return publicPage(
    language,
    said('title'),
    `<h1>${said('title')}</h1>
<p class="status">${said(state)} ${escaped(business)}</p>
<form method="post" action="${action}"><button type="submit">${button}</button></form>`,
  );
}

import type { Language, Words } from '@usaha/shared';
import { policyOf, publicPage } from '../page/public-page.js';

/** The page sends nothing. */
export const POLICY = policyOf("'none'");

const words = {
  title: { en: 'File', ms: 'Fail' },
  gone: { en: 'Nothing to show', ms: 'Tiada apa-apa untuk dipaparkan' },
  gone_why: {
    en: 'This link does not exist or has ended. Ask the sender for a new one.',
    ms: 'Pautan ini tidak wujud atau telah tamat. Minta pautan baharu daripada pengirimnya.',
  },
} satisfies Record<string, Words>;

export const say = (name: keyof typeof words, language: Language): string => words[name][language];

/** The page of every link that opens no file, for any reason. */
export const gonePage = (language: Language): string =>
  publicPage(
    language,
    say('gone', language),
    `<h1>${say('title', language)}</h1>
<p class="status">${say('gone', language)}</p>
<p>${say('gone_why', language)}</p>`,
  );

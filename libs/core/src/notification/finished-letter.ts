import { showBidi } from '@usaha/shared';
import { headingOf, nameInLetter, reachedAt, type Letter, type Sender } from './letter.js';
import type { LetterContent, NotificationSource } from './notification-source.js';
import { stopSentences } from './stop.messages.js';

/** The national language first, as in the letters themselves. */
const inOrder = ['ms', 'en'] as const;

/**
 * A letter as it is sent, whichever source worded it: nothing in its headings becomes a line or a link, controls are seen, and it
 * says how no more of them come.
 */
export function finishedLetter(
  id: string,
  letter: LetterContent,
  { nature }: Pick<NotificationSource, 'nature'>,
  business: Sender,
  link: string | null,
): Letter {
  const end = nature ? [] : endOf(business, link);
  return {
    id,
    to: { ...letter.to, name: nameInLetter(letter.to.name) },
    from_name: nameInLetter(letter.from_name),
    subject: headingOf(letter.subject),
    text: [showBidi(letter.text), ...end].join('\n'),
    stop_url: nature ? null : link,
  };
}

function endOf(business: Sender, url: string | null): string[] {
  const reached = reachedAt(business);
  const said = { business: business.name, reached };
  return [
    '--------',
    '',
    ...inOrder.map((language) =>
      (url === null ? stopSentences.byAsking(said) : stopSentences.byLink({ ...said, url })).in(language),
    ),
    '',
  ];
}

import type { Setting } from '@usaha/core';

const asList = (given: unknown): unknown[] => (Array.isArray(given) ? given : [given]);

/** What guardians can be written about. */
export const guardianTopics = ['absence', 'overdue'] as const;
export type GuardianTopic = (typeof guardianTopics)[number];

/** `notify_guardians`: one topic or a list of them; none unless set, and what is no topic counts as not said. */
export const notifiedOf: Setting<readonly GuardianTopic[]> = {
  shape: { type: 'texts', fallback: [] },
  fits: (given) => asList(given).every((topic) => guardianTopics.some((known) => known === topic)),
  read: (given) => {
    const said = asList(given);
    return guardianTopics.filter((topic) => said.includes(topic));
  },
};

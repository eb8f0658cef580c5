import type { Setting } from '@usaha/core';

/** What guardians can be written about. */
export const guardianTopics = ['absence', 'overdue'] as const;
export type GuardianTopic = (typeof guardianTopics)[number];

/** `notify_guardians`: one topic or a list of them; none unless set, and what is no topic counts as not said. */
export const notifiedOf: Setting<readonly GuardianTopic[]> = {
  read: (given) => {
    const said: unknown[] = Array.isArray(given) ? given : [given];
    return guardianTopics.filter((topic) => said.includes(topic));
  },
};

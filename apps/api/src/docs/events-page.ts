import { eventTypes, type EventKey, type EventType } from '@usaha/shared/events';
import { exampleOf } from '../events/event-schema.js';

const kinds: Readonly<Record<EventKey['kind'], string>> = {
  id: 'id',
  set: '',
  money: 'amount',
  count: 'whole number',
  text: 'text',
  flag: 'true or false',
  day: 'day',
  instant: 'time',
};

const described = ([key, { kind, nullable, values = [] }]: [string, EventKey]): string =>
  `\`${key}\` (${kind === 'set' ? values.join(', ') : kinds[kind]}${nullable ? ', or null' : ''})`;

/** A row of the table: what happened, and what is told of it in addition to the common keys. */
function rowOf(type: EventType): string {
  const keys = [...Object.entries(type.data).map(described), ...(type.changed ? ['`changed` (list of names)'] : [])];
  const paths = [type.path, type.contract_path].flatMap((path) => (path === null ? [] : `\`${path}\``));
  const cells = [
    `\`${type.type}\``,
    type.description.en,
    keys.join(', ') || '–',
    paths.join('<br>') || '–',
    type.versioned ? 'yes' : 'no',
    type.since,
  ];
  return `| ${cells.join(' | ')} |`;
}

const sectionOf = (context: string, types: readonly EventType[]): string => `## ${context}

| Type | When | Keys of \`data\` in addition | Path | Version | Since |
|---|---|---|---|---|---|
${types.map(rowOf).join('\n')}
`;

/** docs/events.md: all types of events, of the same table as the API and its document. */
export function eventsPage(): string {
  const types = eventTypes();
  const contexts = [...new Set(types.map(({ context }) => context))].sort((a, b) =>
    a === 'core' || b === 'core' ? Number(b === 'core') - Number(a === 'core') : a < b ? -1 : 1,
  );
  const [example] = types;
  return `# Events

Written by \`npm run openapi\`: change the declarations in \`libs/*/src/**/*.events.ts\` instead.

An event says that something happened in a business. Webhooks and the feed tell the same event, with the same bytes in each attempt. An
event names records and figures and never persons: read the record at its path for more. Readings A-431 to A-434 say how they are made.

\`\`\`json
${example ? JSON.stringify(exampleOf(example), null, 2) : '{}'}
\`\`\`

- \`id\`: \`msg_\` and 32 hexadecimal digits, the same in each attempt and in the feed
- \`type\`: \`<context>.<noun>.<verb in the past tense>\`
- \`timestamp\`: when it happened (UTC)
- \`actor_id\`: the user or API key that did it; null for the service itself and the command line
- \`data\`: \`id\` of the record, \`version\` of which its ETag is made (null where it never changes), \`path\` on the reference surface and
  \`contract_path\` on the contract surface (null where nothing can be read, so after a deletion), and the keys of the type. Every key is
  always there. A type only gains optional keys.

\`GET /api/v1/webhooks/event-types/\` answers the JSON Schema of each type.

${contexts
  .map((context) =>
    sectionOf(
      context,
      types.filter((type) => type.context === context),
    ),
  )
  .join('\n')}`;
}

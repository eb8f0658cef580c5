/** Columns that jobs of the service write at their own time, by table: a comparison of what clients changed leaves them out. */
const columns: Readonly<Record<string, readonly string[]>> = {
  'core.sessions': ['last_seen_at'],
  'core.api_keys': ['last_used_at', 'last_used_address'],
  'core.tenant_exports': [
    'updated_at',
    'version',
    'status',
    'file_id',
    'bytes',
    'counts',
    'as_of',
    'expires_at',
    'attempts',
    'holder',
    'leased_until',
  ],
  'core.messages': [
    'updated_at',
    'version',
    'status',
    'reason',
    'way',
    'ways',
    'parts',
    'cost',
    'due_at',
    'not_before',
    'claimed_at',
    'attempts',
    'attempts_made',
    'sent_at',
    'delivered_at',
    'ended_at',
    'sealed_to',
  ],
  'core.webhook_endpoints': ['failing_since', 'failures_in_row', 'last_attempt_at', 'last_success_at'],
  'core.webhook_deliveries': [
    'status',
    'attempts_made',
    'step',
    'is_manual',
    'next_attempt_at',
    'claimed_until',
    'last_status_code',
    'last_error',
    'delivered_at',
    'ended_at',
  ],
};

/** Tables whose rows are all written by jobs. */
export const tablesOfJobs: readonly string[] = [
  'core.job_leases',
  'core.message_tries',
  'core.message_usage',
  'core.webhook_attempts',
];

/** SQL of a row without what jobs write into it, as text. @param path of its table @param row its name in the statement */
export const rowWithoutJobs = (path: string, row: string): string =>
  `(to_jsonb(${row}) - '{${(columns[path] ?? []).join()}}'::text[])::text`;

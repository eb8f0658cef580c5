/** What PostgreSQL or a file system says, and what it comes to for the reader; the first that fits counts. */
const causes: readonly (readonly [says: RegExp, means: string])[] = [
  // Of the folder of shared memory, which is small in containers, before that of the disk.
  [
    /shared memory segment.*(?:No space left|Cannot allocate)|\/dev\/shm.*No space left|could not (?:create|resize|map) (?:anonymous )?shared memory/i,
    'there is not enough shared memory: enlarge /dev/shm, or the memory limit of the container',
  ],
  [/No space left on device|ENOSPC|disk full/i, 'the disk is full: make room'],
  [/Disk quota exceeded|EDQUOT/i, 'the quota of the disk is used up: make room'],
  [/Read-only file system|EROFS/i, 'the file system is read-only: DATA_DIR must lie on one that can be written'],
  [
    /data directory .* has (?:wrong ownership|invalid permissions)|Permission denied|EACCES|EPERM|Operation not permitted/i,
    'a file or folder does not belong to the account of the database, or may not be written: look at the owner and mode of DATA_DIR',
  ],
  [/Unix-domain socket path .* is too long/i, 'the path of the socket is too long: set TMPDIR to a shorter folder'],
  [
    /could not (?:bind|create) .*(?:address|socket)|Address already in use|could not create any (?:TCP\/IP|Unix-domain) sockets/i,
    'its socket or port cannot be made: another program has it, or the temporary folder cannot be written',
  ],
  [/Too many open files|EMFILE|ENFILE/i, 'too few files may be open: raise ulimit -n'],
  [/Cannot allocate memory|ENOMEM|out of memory/i, 'there is not enough memory'],
  [
    /invalid checkpoint record|could not locate a valid checkpoint|invalid magic number|database files are incompatible|control file .* (?:corrupt|invalid)/i,
    'its files are damaged or of another build: restore a backup',
  ],
];

/** The cause, where it is one of those that an operator can mend. */
export const causeOf = (text: string): string | undefined => causes.find(([says]) => says.test(text))?.[1];

/** With its cause before it, where that is known. */
export function withCause(reason: string): string {
  const cause = causeOf(reason);
  return cause === undefined ? reason : `${cause}; PostgreSQL says: ${reason}`;
}

/** What clients are told who come too early, and no reason why it does not start. */
const refused = /the database system is |terminating (?:connection|background worker) /;
const LAST_LINES = 3;

/** Why the server of this log did not start: its fatal line and what it says more of it, or its last lines. */
export function failureOf(log: string): string | undefined {
  const lines = log
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const plain = (line: string) => line.replace(/^.*?(FATAL|PANIC|LOG|ERROR|HINT|DETAIL|WARNING):\s*/, '');
  const fatal = lines.findIndex((line) => /FATAL|PANIC/.test(line) && !refused.test(line));
  // The lines before it may name the cause ("could not bind …: Address already in use").
  const before = lines.slice(Math.max(0, fatal - LAST_LINES), fatal).filter((line) => causeOf(line) !== undefined);
  const after =
    fatal < 0 ? [] : lines.slice(fatal + 1, fatal + 1 + LAST_LINES).filter((line) => /DETAIL|HINT/.test(line));
  const told = fatal < 0 ? lines.slice(-LAST_LINES) : [lines[fatal] as string, ...before, ...after];
  return told.length === 0 ? undefined : withCause(told.map(plain).join('; '));
}

import { declareReferences, declareUnique, translateDatabaseError } from './database-errors.js';
import { DomainError, invalid } from '../errors.js';
import { messagesOf } from '../language/words.js';

const text = 'timeout exceeded when trying to connect';
const said = messagesOf({ likeALoss: { en: text, ms: text } });

declareUnique({ test_email: 'email', test_plate_2: 'plate' });
declareReferences({ test_owner: 'owner_id' });

const thrown = (code: string, constraint?: string, message = 'as PostgreSQL says it: Key (email)=(x@example.com)') =>
  Object.assign(new Error(message), { code, constraint });
const translated = (error: unknown) => translateDatabaseError(error) as DomainError;

describe('what PostgreSQL throws', () => {
  it('names the field of a duplicate, and tells no value', () => {
    const error = translated(thrown('23505', 'test_email'));
    expect(error).toBeInstanceOf(DomainError);
    expect(error.in('en')).toMatchObject({
      kind: 'conflict',
      errors: [{ field: 'email', message: 'This email is already in use' }],
    });
    expect(error.message).not.toContain('x@example.com');
  });

  it('knows a constraint by its name on a shard, too', () => {
    expect(translated(thrown('23505', 'test_email_105096')).errors).toMatchObject([{ field: 'email' }]);
    expect(translated(thrown('23503', 'test_owner_102008'))).toMatchObject({
      kind: 'invalid',
      errors: [{ field: 'owner_id' }],
    });
  });

  it('takes the name of a constraint from the message where no field has it', () => {
    const duplicate = 'duplicate key value violates unique constraint "test_email_105096"';
    expect(translated(thrown('23505', undefined, duplicate)).errors).toMatchObject([{ field: 'email' }]);
    const dangling = 'insert or update on table "pets_7" violates foreign key constraint "test_owner_102008"';
    expect(translated(thrown('23503', undefined, dangling)).errors).toMatchObject([{ field: 'owner_id' }]);
  });

  it('knows a constraint whose own name ends in a number', () => {
    expect(translated(thrown('23505', 'test_plate_2')).errors).toMatchObject([{ field: 'plate' }]);
    expect(translated(thrown('23505', 'test_plate_2_102011')).errors).toMatchObject([{ field: 'plate' }]);
  });

  it('names the field of a reference to nothing', () => {
    expect(translated(thrown('23503', 'test_owner'))).toMatchObject({
      kind: 'invalid',
      errors: [{ field: 'owner_id' }],
    });
  });

  const passing = {
    'a lock timeout': ['55P03'],
    'a statement timeout': ['57014'],
    'a deadlock': ['40P01'],
    'a serialization failure': ['40001'],
    'a full disk': ['53100', '58030'],
    'memory that is used up': ['53200'],
    'connections that are used up': ['53300'],
    'a server that stops, crashed or starts': ['57P01', '57P02', '57P03'],
    'a transaction that lay open too long': ['25P03', '25P04'],
    'a connection that the server lost': ['08000', '08001', '08003', '08004', '08006'],
  };
  it.each(Object.entries(passing))('says "not now" of %s (%s)', (_, codes) => {
    for (const code of codes)
      expect(translated(thrown(code))).toMatchObject({ kind: 'unavailable', retry_after: 1, cause: { code } });
  });

  it.each([
    'could not commit transaction for shard 102549 on at least one active node',
    'failure on connection marked as essential: worker2:5432',
    'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally',
    'SSL connection has been closed unexpectedly',
    'could not receive data from server: Connection timed out',
    'no connection to the server\n',
  ])('says "not now" of a machine that went away within a transaction: %s', (message) => {
    expect(translated(thrown('XX000', undefined, message))).toMatchObject({ kind: 'unavailable', retry_after: 1 });
  });

  it('leaves other internal errors of the database what they are', () => {
    const error = thrown('XX000', undefined, 'cache lookup failed for relation 16384');
    expect(translateDatabaseError(error)).toBe(error);
  });

  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'ECONNABORTED',
    'EPIPE',
    'ENOENT',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EMFILE',
    'ENFILE',
    'ERR_STREAM_DESTROYED',
  ])('says "not now" of a lost connection: %s', (code) =>
    expect(translated(thrown(code, undefined, 'connect'))).toMatchObject({ kind: 'unavailable', retry_after: 1 }),
  );

  it.each([
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])('says "not now" of what the driver words: %s', (message) => {
    expect(translated(new Error(message))).toMatchObject({ kind: 'unavailable', retry_after: 1 });
  });

  it.each([
    thrown('23505', 'somebody_elses'),
    thrown('23514', 'test_email'),
    thrown('42P01'),
    thrown('42501'),
    thrown('22P02'),
    new TypeError('a mistake of ours'),
    'no error at all',
    undefined,
  ])('leaves alone what it does not know (%#)', (error) => {
    expect(translateDatabaseError(error)).toBe(error);
  });

  it('leaves alone what is of a kind already', () => {
    const error = invalid('name', said.likeALoss());
    expect(translateDatabaseError(error)).toBe(error);
  });
});

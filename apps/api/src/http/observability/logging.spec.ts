import fs from 'node:fs';
import { createLogger } from './logging.js';

describe('lines of the log', () => {
  let written: string;
  let flushed: jest.SpyInstance;
  beforeEach(() => {
    written = '';
    jest.spyOn(fs, 'writeSync').mockImplementation((_file, text) => {
      written += String(text);
      return String(text).length;
    });
    flushed = jest.spyOn(fs, 'fsyncSync').mockImplementation(() => undefined);
  });
  afterEach(() => jest.restoreAllMocks());

  // Each takes milliseconds without an answer, and every 503 is a warning: clients can have thousands of them.
  it('that warn do not wait for the disk', () => {
    const logger = createLogger('info', false);
    for (let i = 0; i < 100; i += 1) logger.warn({ i }, 'unavailable');
    expect(flushed).not.toHaveBeenCalled();
    logger.error('unexpected error');
    expect(flushed).toHaveBeenCalledTimes(1);
    expect(written.trim().split('\n')).toHaveLength(101);
  });

  it('A-414: hold no API key, whole or cut, in whichever field, also of a child', () => {
    const key = `usk_${'aB3'.repeat(23)}x`;
    const logger = createLogger('info', false);
    logger
      .child({}, { redact: [] })
      .info({ path: `/api/v1/x?api_key=${key}`, nested: { [key]: [key.slice(0, 30)] } }, key);
    logger.error({ err: new Error(`no such thing: ${key}`) });
    expect(written).not.toMatch(/usk_[0-9A-Za-z]{20,}/);
    expect(written.match(/usk_\[withheld\]/g)?.length).toBeGreaterThanOrEqual(5);
    expect(
      written
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toHaveLength(2);
  });
});

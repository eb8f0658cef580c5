import { Reader } from './config-reader.js';
import { whatsAppSettings, whatsAppVersion } from './whatsapp-settings.js';

const all = { WHATSAPP_PHONE_NUMBER_ID: '10654', WHATSAPP_ACCESS_TOKEN: 'rahsia', WHATSAPP_APP_SECRET: 'lagi' };
const read = (environment: Record<string, string>) => {
  const reader = new Reader(environment);
  return { settings: whatsAppSettings(reader), version: whatsAppVersion(reader), problems: reader.problems };
};

describe('the operator’s number at WhatsApp (A-480)', () => {
  it('is none unless given', () => expect(read({})).toEqual({ settings: null, version: 'v26.0', problems: [] }));

  it('has a number, a token and a secret', () =>
    expect(read({ ...all, WHATSAPP_GRAPH_VERSION: 'v27.0' })).toEqual({
      settings: { phone_number_id: '10654', access_token: 'rahsia', app_secret: 'lagi', api_url: null },
      version: 'v27.0',
      problems: [],
    }));

  it.each([
    [{ ...all, WHATSAPP_APP_SECRET: '' }, 'must be set together'],
    [{ ...all, WHATSAPP_PHONE_NUMBER_ID: '+60123' }, 'must be digits'],
    [{ ...all, WHATSAPP_GRAPH_VERSION: '26' }, 'must be like v26.0'],
  ])('%j is a problem, which says no secret', (environment, said) => {
    const { problems } = read(environment);
    expect(problems.join()).toContain(said);
    expect(problems.join()).not.toContain('rahsia');
  });
});

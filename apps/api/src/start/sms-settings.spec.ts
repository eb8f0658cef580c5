import { Reader } from './config-reader.js';
import { smsSettings } from './sms-settings.js';

const read = (environment: Record<string, string>) => {
  const reader = new Reader(environment);
  return { settings: smsSettings(reader), problems: reader.problems };
};
const http = (given: object) => read({ SMS_PROVIDER: 'http', SMS_HTTP: JSON.stringify(given) });
const URL_ONLY = 'https://sms.example/send?to={to}&text={text}';
const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'rahsia', TWILIO_FROM: '+15005550006' };

describe('the gateway of short messages (A-473, A-480)', () => {
  it('is none unless given', () => expect(read({})).toEqual({ settings: null, problems: [] }));

  it('is Twilio, or any that is described', () => {
    expect(read({ SMS_PROVIDER: 'twilio', ...twilio }).settings).toEqual({
      provider: 'twilio',
      twilio: { account_sid: 'AC1', auth_token: 'rahsia', from: '+15005550006', api_url: null },
    });
    expect(http({ url: URL_ONLY, method: 'GET' }).settings).toEqual({
      provider: 'http',
      http: {
        url: URL_ONLY,
        method: 'GET',
        headers: {},
        body: null,
        content_type: 'application/json',
        from: '',
        id_path: null,
        success_match: null,
        status_params: null,
      },
    });
  });

  it.each([
    [{ SMS_PROVIDER: 'pigeon' }, 'SMS_PROVIDER must be twilio or http'],
    [{ SMS_PROVIDER: 'twilio', ...twilio, TWILIO_AUTH_TOKEN: '' }, 'TWILIO_AUTH_TOKEN must be set'],
    [{ SMS_PROVIDER: 'twilio', ...twilio, TWILIO_FROM: 'Kedai' }, 'TWILIO_FROM must be a number'],
    [{ SMS_PROVIDER: 'http' }, 'SMS_HTTP must be set'],
    [{ SMS_PROVIDER: 'http', SMS_HTTP: '[1]' }, 'SMS_HTTP must be a JSON object'],
  ])('%# is refused', (environment, said) => {
    const { settings, problems } = read(environment);
    expect(settings).toBeNull();
    expect(problems.join()).toContain(said);
    expect(problems.join()).not.toContain('rahsia');
  });

  it.each([
    [{ url: 'sms' }, 'url must be a URL'],
    [{ url: 'https://sms.example/', body: '{to}' }, 'must hold {text}'],
    [{ url: URL_ONLY, method: 'PUT' }, 'method must be'],
    [{ url: URL_ONLY, method: 'GET', body: '{to}' }, 'body has no place'],
    [{ url: URL_ONLY, headers: { a: 1 } }, 'headers must be'],
    [{ url: URL_ONLY, content_type: 'text/plain' }, 'content_type must be'],
    [{ url: URL_ONLY, sender: 'x' }, 'has no field sender'],
  ])('%# of SMS_HTTP is refused', (given, said) => expect(http(given).problems.join()).toContain(said));
});

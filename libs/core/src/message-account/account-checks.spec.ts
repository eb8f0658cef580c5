import { DomainError } from '@usaha/shared';
import { settingsOf, smtpServerOf, type MessageAccountTold } from './account-checks.js';
import { shownSettings } from './account-settings.js';
import type { Way } from '../message/template.js';

const meta = { phone_number_id: '10654', access_token: 'EAAG-rahsia-7Qx2', app_secret: 'lagi-rahsia-9f2c' };
const twilio = {
  provider: 'twilio',
  account_sid: 'AC0123456789abcdef0123456789abcdef',
  auth_token: 'rahsia-9f2c',
  from: '+60312345678',
};
const http = { provider: 'http', url: 'https://sms.example/send?to={to}&text={text}', method: 'GET' };
const smtp = { smtp_url: 'smtps://kedai:rahsia@mail.example', from: 'hello@kedai.example' };

function fieldOf(way: Way, told: MessageAccountTold): string | undefined {
  try {
    settingsOf(way, told);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return error.errors?.[0]?.field;
    throw error;
  }
  return undefined;
}

describe('the account of a way (A-473)', () => {
  it.each([
    ['whatsapp', meta],
    ['sms', twilio],
    ['sms', http],
    ['email', smtp],
  ] as const)('of %s is taken: %j', (way, told) => expect(fieldOf(way, told)).toBeUndefined());

  it.each<[Way, MessageAccountTold, string]>([
    ['whatsapp', { ...meta, access_token: ' ' }, 'access_token'],
    ['whatsapp', { ...meta, app_secret: null }, 'app_secret'],
    ['whatsapp', { ...meta, phone_number_id: '+60123' }, 'phone_number_id'],
    ['whatsapp', { ...meta, url: 'https://a.example' }, 'url'],
    ['sms', { ...twilio, provider: null }, 'provider'],
    ['sms', { ...twilio, provider: 'meta' }, 'provider'],
    ['sms', { ...twilio, account_sid: 'AC1' }, 'account_sid'],
    ['sms', { ...twilio, from: 'KEDAI' }, 'from'],
    ['sms', { ...twilio, smtp_url: 'smtp://a' }, 'smtp_url'],
    ['sms', { ...http, url: 'https://sms.example/send?to={to}' }, 'url'],
    ['sms', { ...http, url: '{to}{text}' }, 'url'],
    ['sms', { ...http, body: '{"a": 1}' }, 'body'],
    ['sms', { ...http, headers: { Host: 'x' } }, 'headers'],
    ['sms', { ...http, status_params: { id: 'a' } }, 'status_params'],
    ['sms', { ...http, status_params: { id: 'a', status: 'b', delivered: [1] } }, 'status_params'],
    ['email', { ...smtp, from: 'kedai' }, 'from'],
    ['email', { ...smtp, smtp_url: 'https://mail.example' }, 'smtp_url'],
    ['email', { ...smtp, smtp_url: 'smtp://mail.example:6379' }, 'smtp_url'],
  ])('of %s is refused: %j names %s', (way, told, field) => expect(fieldOf(way, told)).toBe(field));

  it('shows of secrets the last four characters', () => {
    expect(shownSettings(settingsOf('whatsapp', meta))).toEqual({
      phone_number_id: '10654',
      access_token_hint: '7Qx2',
      app_secret_hint: '9f2c',
      api_url: null,
    });
    const all = [
      shownSettings(settingsOf('sms', twilio)),
      shownSettings(settingsOf('sms', { ...http, headers: { 'X-Api-Key': 'rahsia-ab12' } })),
      shownSettings(settingsOf('email', smtp)),
    ];
    expect(JSON.stringify(all)).not.toContain('rahsia');
    expect(all[1]).toMatchObject({ headers_hint: 'X-Api-Key: …ab12' });
  });

  it('knows the server of a mail address, and the ports that mail servers have', () => {
    expect(smtpServerOf('smtp://mail.example')).toEqual({ host: 'mail.example', port: 587 });
    expect(smtpServerOf('smtps://u:p@[::1]')).toEqual({ host: '::1', port: 465 });
    expect(smtpServerOf('smtp://mail.example:2525/')).toEqual({ host: 'mail.example', port: 2525 });
    expect([smtpServerOf('smtp://mail.example:443'), smtpServerOf('smtp://'), smtpServerOf('mail')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

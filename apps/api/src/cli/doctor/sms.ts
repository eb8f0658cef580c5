import { AddressGuard } from '@usaha/core';
import { askCarrier } from '../../jobs/mail/carriers/carrier-request.js';
import { TWILIO_URL, basicOf } from '../../jobs/mail/carriers/twilio-sms.js';
import { neutral, unwell, well, type Check } from './finding.js';

const about = 'Short messages';

/** Whether short messages have a gateway, and Twilio knows the account: a described gateway has nothing that can be tried. */
export const checkSms: Check = async ({ sms, webhookNetworks }) => {
  if (sms === null) return [neutral(about, 'no gateway: SMS_PROVIDER names one')];
  if (sms.provider === 'http')
    return [neutral(about, `go to ${new URL(sms.http.url.replace(/\{\w+\}/g, '0')).host}; not tried`)];
  const { account_sid } = sms.twilio;
  const url = new URL(`${TWILIO_URL}/2010-04-01/Accounts/${encodeURIComponent(account_sid)}.json`);
  const headers = { authorization: basicOf(sms.twilio) };
  const guard = new AddressGuard(webhookNetworks);
  const answer = await askCarrier({ method: 'GET', url, headers, body: null }, { guard });
  if (answer.kind !== 'answered') return [unwell(about, `Twilio does not answer: ${answer.reason}`)];
  return answer.status === 200
    ? [well(about, 'Twilio knows the account')]
    : [unwell(about, `Twilio refuses TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN: ${answer.status}`)];
};

import { AddressGuard } from '@usaha/core';
import { askCarrier } from '../../jobs/mail/carriers/carrier-request.js';
import { GRAPH_URL } from '../../jobs/mail/carriers/whatsapp-cloud.js';
import { neutral, unwell, well, type Check } from './finding.js';

const about = 'WhatsApp';

/** Whether Meta knows the operator's number. */
export const checkWhatsApp: Check = async ({ whatsapp, whatsAppVersion, webhookNetworks, publicUrl }) => {
  if (whatsapp === null) return [neutral(about, 'no number: WHATSAPP_PHONE_NUMBER_ID names one')];
  const url = new URL(`${GRAPH_URL}/${whatsAppVersion}/${whatsapp.phone_number_id}`);
  const headers = { authorization: `Bearer ${whatsapp.access_token}` };
  const guard = new AddressGuard(webhookNetworks);
  const answer = await askCarrier({ method: 'GET', url, headers, body: null }, { guard });
  if (answer.kind !== 'answered') return [unwell(about, `Meta does not answer: ${answer.reason}`)];
  if (answer.status !== 200)
    return [unwell(about, `Meta refuses WHATSAPP_PHONE_NUMBER_ID and WHATSAPP_ACCESS_TOKEN: ${answer.status}`)];
  return [
    publicUrl === null
      ? unwell(about, 'Meta knows the number, and cannot report: PUBLIC_URL is missing')
      : well(about, 'Meta knows the number'),
  ];
};

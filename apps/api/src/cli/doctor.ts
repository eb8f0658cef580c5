import type { Command } from './command.js';
import { examineConfiguration } from './doctor/configuration.js';
import { checkDatabase } from './doctor/database.js';
import { reasonOf, unwell, type Check, type Finding } from './doctor/finding.js';
import { checkEinvoiceRules } from './doctor/einvoices.js';
import { checkFolder } from './doctor/folder.js';
import { checkHolidays } from './doctor/holidays.js';
import { checkLetters } from './doctor/letters.js';
import { checkNode } from './doctor/node.js';
import { checkOpenFiles } from './doctor/open-files.js';
import { checkPayments } from './doctor/payments.js';
import { checkPort } from './doctor/port.js';
import { checkScanner } from './doctor/scanner.js';
import { checkSms } from './doctor/sms.js';
import { checkSecrets } from './doctor/secrets.js';
import { checkWhatsApp } from './doctor/whatsapp.js';

const checks: readonly Check[] = [
  checkNode,
  checkOpenFiles,
  checkPort,
  checkFolder,
  checkSecrets,
  checkDatabase,
  checkLetters,
  checkSms,
  checkWhatsApp,
  checkPayments,
  checkScanner,
  checkHolidays,
  checkEinvoiceRules,
];

export const run: Command = async (situation) => {
  const { config, wrong, findings } = examineConfiguration(situation.environment, situation.cwd);
  for (const check of checks) findings.push(...(await check(config, wrong).catch(broken)));
  for (const { mark, about, text } of findings) situation.say(`${mark} ${about.padEnd(18)} ${text}`);
  const unwellCount = findings.filter(({ mark }) => mark === '✗').length;
  situation.say(unwellCount === 0 ? 'All is well.' : `Not well: ${unwellCount} of these.`);
  return unwellCount === 0 ? 0 : 1;
};

const broken = (error: unknown): Finding[] => [unwell('Doctor', `cannot continue: ${reasonOf(error)}`)];

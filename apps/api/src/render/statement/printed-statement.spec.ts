import { statementEntries, type PrintedStatement, type Statement } from '@usaha/education';
import { printedStatement } from './printed-statement.js';

it('says how a payment was made in the language of the statement, and what a fee is for as it was recorded', () => {
  const invoice = { id: '1', created_at: new Date(0), invoice_number: 'EDU-1', fee_type: 'Cash', period: '2026' };
  const payment = { id: '2', payment_date: '2026-03-10', receipt_number: 'RCP-1', voided_at: null, amount: 50 };
  const statement = {
    currency: 'MYR',
    invoices: [{ ...invoice, amount: 80 }],
    payments: [
      { ...payment, payment_method: 'bank_transfer' },
      { ...payment, id: '3', payment_method: null },
    ],
    credit_notes: [],
    refunds: [],
  };
  const names = { day: '2026-03-31', student_name: 'Siti Nur', business: 'SMK Harapan' };
  const lines = statementEntries(statement as unknown as Statement);
  const printed = { statement, opening_balance: 0, lines, ...names } as unknown as PrintedStatement;
  const described = (language: 'en' | 'ms') =>
    printedStatement(printed, language).entries.map(({ description }) => description);
  expect(described('ms')).toEqual(['Cash · 2026', 'Pindahan bank', '']);
  expect(described('en')).toEqual(['Cash · 2026', 'Bank transfer', '']);
});

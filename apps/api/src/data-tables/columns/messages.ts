import { messagesOf } from '@usaha/shared';

/** Errors of cells and headers. */
export const messages = messagesOf({
  cellRounded: {
    en: 'A spreadsheet has rounded this number: format the column as text and enter it again',
    ms: 'Hamparan telah membundarkan nombor ini: formatkan lajur sebagai teks dan masukkannya semula',
  },
  cellNoJson: { en: 'This cell must be JSON', ms: 'Sel ini mestilah JSON' },
  cellTooLong: {
    en: ({ most }: { most: number }) => `A cell may have at most ${most} characters`,
    ms: ({ most }) => `Satu sel tidak boleh melebihi ${most} aksara`,
  },
  cellWithoutColumn: {
    en: 'There is a value in a column that has no name in the header',
    ms: 'Terdapat nilai dalam lajur yang tiada nama dalam pengepala',
  },
});

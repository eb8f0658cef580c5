import { messagesOf, nounsOf, type Words } from '@usaha/shared';

export const nouns = nounsOf({
  product: { en: 'product', ms: 'produk' },
  sale: { en: 'sale', ms: 'jualan' },
  refund: { en: 'refund', ms: 'bayaran balik' },
  customer: { en: 'customer', ms: 'pelanggan' },
  points_movement: { en: 'movement of points', ms: 'pergerakan mata' },
});

/** What an invoice or a credit note says that is handed out. */
export const documentWords = {
  buyer: { en: 'Sold to', ms: 'Dijual kepada' },
  cashier: { en: 'Cashier', ms: 'Juruwang' },
  refundedBy: { en: 'Refunded by', ms: 'Dibayar balik secara' },
  credited: { en: 'Credited to the account', ms: 'Dikreditkan ke akaun' },
} satisfies Record<string, Words>;

export const messages = messagesOf({
  soldAhead: {
    en: 'sold_at must be at most 5 minutes ahead',
    ms: 'sold_at tidak boleh melebihi 5 minit akan datang',
  },
  soldLongAgo: {
    en: ({ days }: { days: number }) =>
      `sold_at must be at most ${days} days ago (configuration.retail.offline_sale_days)`,
    ms: ({ days }) => `sold_at tidak boleh melebihi ${days} hari yang lalu (configuration.retail.offline_sale_days)`,
  },
  offlineNeeds: {
    en: ({ field }: { field: string }) => `${field} is required with offline`,
    ms: ({ field }) => `${field} diperlukan dengan offline`,
  },
  referenceOfOther: {
    en: 'client_reference was sent before with other content: details.id is the record that was made then',
    ms: 'client_reference pernah dihantar dengan kandungan lain: details.id ialah rekod yang dicipta ketika itu',
  },
  referenceDeleted: {
    en: 'The record that was made with this client_reference was deleted since',
    ms: 'Rekod yang dicipta dengan client_reference ini telah dipadam',
  },
  stockLow: {
    en: ({ name, stock, minimum }: { name: string; stock: number; minimum: number }) =>
      `${name}: ${stock} left, the minimum is ${minimum}`,
    ms: ({ name, stock, minimum }) => `${name}: tinggal ${stock} unit, paras minimum ialah ${minimum}`,
  },
  lowStockLetter: {
    en: 'The stock of these products has fallen to the minimum or below. Each is told again only after its stock was above the minimum.',
    ms: 'Stok produk berikut telah susut ke paras minimum atau lebih rendah. Setiap produk dimaklumkan semula hanya selepas stoknya melebihi paras minimum.',
  },
  moreProducts: {
    en: ({ count }: { count: number }) => `and ${count} more`,
    ms: ({ count }) => `dan ${count} lagi`,
  },
  stockBeyondMaximum: {
    en: ({ name, stock, maximum }: { name: string; stock: number; maximum: number | null }) =>
      `${name}: ${stock} in stock, the maximum is ${maximum}`,
    ms: ({ name, stock, maximum }) => `${name}: ${stock} unit dalam stok, paras maksimum ialah ${maximum}`,
  },
  productExpires: {
    en: ({ name, date }: { name: string; date: string | null }) => `${name}: expires on ${date}`,
    ms: ({ name, date }) => `${name}: tamat tempoh pada ${date}`,
  },
  stockShort: {
    en: ({ sku, stock }: { sku: string; stock: number }) => `Only ${stock} of ${sku} in stock`,
    ms: ({ sku, stock }) => `Hanya ${stock} unit ${sku} ada dalam stok`,
  },
  stockTooLarge: {
    en: ({ sku, most }: { sku: string; most: number }) => `The stock of ${sku} must not exceed ${most}`,
    ms: ({ sku, most }) => `Stok ${sku} tidak boleh melebihi ${most}`,
  },
  quantityZero: {
    en: 'quantity must not be 0',
    ms: 'quantity tidak boleh 0',
  },
  sameLocation: {
    en: 'to_location must differ from from_location',
    ms: 'to_location mestilah lokasi yang berbeza daripada from_location',
  },
  cannotBeMoved: {
    en: ({ sku, there, location }: { sku: string; there: number; location: string }) =>
      `Only ${there} of ${sku} can be moved from ${location}`,
    ms: ({ sku, there, location }) => `Hanya ${there} unit ${sku} boleh dipindahkan dari ${location}`,
  },
  notForSale: {
    en: ({ sku }: { sku: string }) => `${sku} is not for sale: it is not active`,
    ms: ({ sku }) => `${sku} tidak boleh dijual: produk ini tidak aktif`,
  },
  notSoldHere: {
    en: 'This product was not sold in this sale',
    ms: 'Produk ini tiada dalam jualan ini',
  },
  leftToRefund: {
    en: ({ sku, left }: { sku: string; left: number }) => `Only ${left} of ${sku} can still be refunded`,
    ms: ({ sku, left }) => `Hanya ${left} unit ${sku} masih boleh dibayar balik`,
  },
  saleCancelled: { en: 'This sale is cancelled', ms: 'Jualan ini telah dibatalkan' },
  notPaid: {
    en: 'The payment request ended unpaid',
    ms: 'Permintaan bayaran tamat tanpa dibayar',
  },
  saleVoided: { en: 'This sale is void', ms: 'Jualan ini telah dibatalkan sepenuhnya' },
  paymentsShort: {
    en: ({ paid, total }: { paid: number; total: number }) =>
      `The payments come to ${paid.toFixed(2)}, not ${total.toFixed(2)}: send on_account to owe the rest`,
    ms: ({ paid, total }) =>
      `Bayaran berjumlah ${paid.toFixed(2)}, bukan ${total.toFixed(2)}: hantar on_account untuk menghutang bakinya`,
  },
  paymentsTooMuch: {
    en: ({ paid, total }: { paid: number; total: number }) =>
      `The payments come to ${paid.toFixed(2)}, more than ${total.toFixed(2)}: what is handed over stands in tendered`,
    ms: ({ paid, total }) =>
      `Bayaran berjumlah ${paid.toFixed(2)}, melebihi ${total.toFixed(2)}: wang yang dihulurkan dinyatakan dalam tendered`,
  },
  paymentTwice: {
    en: 'payment_method must be absent where payments or on_account are sent',
    ms: 'payment_method tidak boleh dihantar bersama payments atau on_account',
  },
  accountOfNone: {
    en: 'A sale on account needs a customer',
    ms: 'Jualan atas akaun memerlukan pelanggan',
  },
  tenderedShort: {
    en: ({ payable }: { payable: number }) => `tendered must be at least ${payable.toFixed(2)}`,
    ms: ({ payable }) => `tendered mestilah sekurang-kurangnya ${payable.toFixed(2)}`,
  },
  statementTooLong: {
    en: ({ lines, most }: { lines: number; most: number }) =>
      `The period has ${lines} lines, and a printed statement has at most ${most}: send a later date_from or an earlier date_to`,
    ms: ({ lines, most }) =>
      `Tempoh ini mempunyai ${lines} baris, dan penyata bercetak mempunyai paling banyak ${most}: hantar date_from yang lebih lewat atau date_to yang lebih awal`,
  },
  nothingOwed: { en: 'Nothing is owed of this sale', ms: 'Tiada baki yang belum dibayar bagi jualan ini' },
  moreThanOwed: {
    en: ({ outstanding }: { outstanding: number }) => `Only ${outstanding.toFixed(2)} is owed of this sale`,
    ms: ({ outstanding }) => `Hanya ${outstanding.toFixed(2)} belum dibayar bagi jualan ini`,
  },
  paymentZero: { en: 'amount must be above 0', ms: 'amount mestilah melebihi 0' },
  saleRefunded: { en: 'This sale has been refunded already', ms: 'Jualan ini sudah dibayar balik' },
  pointsShort: {
    en: ({ balance, points }: { balance: number; points: number }) =>
      `This customer has only ${balance} points, not ${points}`,
    ms: ({ balance, points }) => `Pelanggan ini hanya mempunyai ${balance} mata ganjaran, bukan ${points}`,
  },
  pointsTooMany: {
    en: ({ most }: { most: number }) => `A customer's points must not exceed ${most}`,
    ms: ({ most }) => `Mata ganjaran pelanggan tidak boleh melebihi ${most}`,
  },
});

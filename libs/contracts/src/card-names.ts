const CARD_NETWORKS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** Returns the name of a card, such as 'Visa ending in 4242'. */
export const formatCardName = ({ brand, last4 }: { brand: string; last4: string }) =>
  `${CARD_NETWORKS[brand] ?? 'Card'} ending in ${last4}`;

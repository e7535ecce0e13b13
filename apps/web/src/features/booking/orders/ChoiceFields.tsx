/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   some browsers forget what a table is once its rows are laid out as a grid, so it says so */
import { Card, Checkbox, NativeSelect, Radio, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import {
  computeQuote,
  formatExclusivity,
  formatDollars,
  formatFeeIncluded,
  formatRevisions,
  formatRights,
  listTiers,
  toCents,
  type BasisPoints,
  type PackageChoice,
  type PackageOptions,
} from '@marquee/money';
import { Check, Minus } from 'lucide-react';
import { useId, type CSSProperties, type ReactNode } from 'react';
import { useOperatorTerms } from '../../../operatorTerms.ts';
import type { PackageDetails } from '../../catalog/packages/packageCache.ts';
import { pluralize } from '../../../lib/pluralize.ts';
import classes from './ChoiceFields.module.css';

interface ChoiceFieldsProps {
  pkg: PackageDetails & { options: PackageOptions };
  choice: PackageChoice;
  /** An error that concerns the combination of options rather than one field. */
  error: ReactNode;
  onChoice: (choice: PackageChoice) => void;
}

/**
 * Shows the options of a package: tier, quantity, add-ons, usage rights and express delivery. Prices include the
 * fee, as on all pages for brands.
 */
export function ChoiceFields({ pkg, choice, error, onChoice }: ChoiceFieldsProps) {
  const { feeBps } = useOperatorTerms();
  const formatSurcharge = useSurchargeFormat();
  const { tiers, quantity, addOns, rights, express } = pkg.options;
  const change = (some: Partial<PackageChoice>) => onChoice({ ...choice, ...some });
  const hasChoices = [tiers, addOns, rights].some(({ length }) => length > 0) || quantity !== null || express !== null;
  if (!hasChoices) return null;
  return (
    <Card component="section" aria-labelledby="choices">
      <Title order={2} id="choices" fz="lg">
        Choose what you need
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        Prices: {formatFeeIncluded(feeBps)}
      </Text>
      <Stack gap="lg">
        {tiers.length > 0 && <TierChoice pkg={pkg} choice={choice} onTier={(tier) => change({ tier })} />}
        {quantity !== null && (
          <NativeSelect
            label="How many"
            description={
              quantity.extraDays === 0
                ? undefined
                : `Each additional one adds ${pluralize(quantity.extraDays, 'day')} to the delivery time.`
            }
            data={listQuantities(quantity.max)}
            value={String(choice.quantity)}
            onChange={(event) => change({ quantity: Number(event.currentTarget.value) })}
            className={classes.count ?? ''}
          />
        )}
        {addOns.length > 0 && <AddOnChoice addOns={addOns} choice={choice} onChange={change} />}
        {rights.length > 0 && (
          <Radio.Group
            label="Usage rights"
            description="The term starts when the work is completed."
            size="md"
            value={choice.rightsId ?? ''}
            onChange={(id) => change({ rightsId: id === '' ? null : id })}
          >
            <Stack gap={10} mt={10}>
              <Radio value="" label="None" />
              {rights.map((each) => (
                <Radio
                  key={each.id}
                  value={each.id}
                  label={<PricedLabel label={formatRights(each)} price={formatSurcharge(each.priceCents)} />}
                  description={capitalizeText(formatExclusivity(each))}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {express !== null && (
          <Checkbox
            size="md"
            label={<PricedLabel label="Express delivery" price={formatSurcharge(express.priceCents)} />}
            description={`In ${pluralize(express.deliveryDays, 'day')} instead of ${pluralize(getTierDays(pkg, choice), 'day')}.`}
            checked={choice.isExpress}
            onChange={(event) => change({ isExpress: event.currentTarget.checked })}
          />
        )}
        {error !== undefined && error !== null && (
          <Text c="red" size="sm" role="alert" data-path="choice" tabIndex={-1}>
            {error}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

const listQuantities = (most: number) => Array.from({ length: most }, (_, at) => String(at + 1));

/** Returns a function that formats an option's price with the fee, as the brand pays it. */
function useSurchargeFormat(): (cents: number) => string {
  const { feeBps } = useOperatorTerms();
  return (cents) => (cents === 0 ? 'included' : `+${formatDollars(computeQuote(toCents(cents), feeBps).totalCents)}`);
}

const capitalizeText = (text: string | null) => text && text.slice(0, 1).toUpperCase() + text.slice(1);
const getTierDays = (pkg: PackageDetails, choice: PackageChoice): number =>
  listTiers(pkg).find(({ name }) => name === choice.tier)?.deliveryDays ?? pkg.deliveryDays;

const PricedLabel = ({ label, price }: { label: string; price: string }) => (
  <span>
    {label} <span className={classes.price}>{price}</span>
  </span>
);

/**
 * Shows the tiers as columns and their differences as rows. Row labels are above the values, so that the table fits
 * on a phone.
 */
function TierChoice({
  pkg,
  choice,
  onTier,
}: {
  pkg: ChoiceFieldsProps['pkg'];
  choice: PackageChoice;
  onTier: (tier: PackageChoice['tier']) => void;
}) {
  const name = useId();
  const { feeBps } = useOperatorTerms();
  const tiers = listTiers(pkg);
  const rows = listTierRows(tiers, feeBps);
  return (
    <fieldset className={classes.tiers}>
      <VisuallyHidden component="legend">Tier</VisuallyHidden>
      <table role="table" className={classes.table} style={{ '--columns': tiers.length } as CSSProperties}>
        <thead role="rowgroup">
          <tr role="row">
            <td role="cell" className={classes.corner}>
              <VisuallyHidden>Criterion</VisuallyHidden>
            </td>
            {tiers.map((tier) => (
              <th key={tier.name} role="columnheader" scope="col" data-chosen={tier.name === choice.tier || undefined}>
                <Radio
                  name={name}
                  value={tier.name}
                  label={tier.name}
                  checked={tier.name === choice.tier}
                  onChange={() => onTier(tier.name)}
                  classNames={{ body: classes.radio ?? '', label: classes.tier ?? '' }}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ label, cell }) => (
            <tr key={label} role="row">
              <th role="rowheader" scope="row">
                {label}
              </th>
              {tiers.map((tier) => (
                <td key={tier.name} role="cell" data-chosen={tier.name === choice.tier || undefined}>
                  {cell(tier)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </fieldset>
  );
}

type ListedTier = ReturnType<typeof listTiers>[number];

function listTierRows(
  tiers: readonly ListedTier[],
  feeBps: BasisPoints,
): { label: string; cell: (tier: ListedTier) => ReactNode }[] {
  const features = [...new Set(tiers.flatMap((tier) => tier.features))];
  return [
    {
      label: 'Price',
      cell: ({ priceCents }) => formatDollars(computeQuote(toCents(priceCents), feeBps).totalCents),
    },
    { label: 'Delivery', cell: ({ deliveryDays }) => pluralize(deliveryDays, 'day') },
    ...(tiers.some(({ revisions }) => revisions !== null)
      ? [{ label: 'Revisions', cell: ({ revisions }: ListedTier) => renderRevisions(revisions) }]
      : []),
    ...features.map((feature) => ({
      label: feature,
      cell: (tier: ListedTier) => renderIncluded(tier.features.includes(feature)),
    })),
  ];
}

const renderIncluded = (isIncluded: boolean): ReactNode =>
  isIncluded ? (
    <>
      <Check size={18} className={classes.yes} aria-hidden />
      <VisuallyHidden>Included</VisuallyHidden>
    </>
  ) : (
    <>
      <Minus size={18} className={classes.no} aria-hidden />
      <VisuallyHidden>Not included</VisuallyHidden>
    </>
  );

const renderRevisions = (revisions: number | null): ReactNode =>
  revisions === null ? (
    <Text span c="dimmed">
      Not specified
    </Text>
  ) : (
    <span>
      {revisions}
      <VisuallyHidden> ({formatRevisions(revisions)})</VisuallyHidden>
    </span>
  );

interface AddOnChoiceProps {
  addOns: PackageOptions['addOns'];
  choice: PackageChoice;
  onChange: (some: Partial<PackageChoice>) => void;
}

function AddOnChoice({ addOns, choice, onChange }: AddOnChoiceProps) {
  const formatSurcharge = useSurchargeFormat();
  /** Keeps add-ons in the package's order, so that the price breakdown does not depend on the order of the clicks. */
  const setAddOnQuantity = (id: string, quantity: number) =>
    onChange({
      addOns: addOns.flatMap((each) => {
        const addOnQuantity =
          each.id === id ? quantity : (choice.addOns.find((chosen) => chosen.id === each.id)?.quantity ?? 0);
        return addOnQuantity === 0 ? [] : [{ id: each.id, quantity: addOnQuantity }];
      }),
    });
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Add-ons</legend>
      <Stack gap={12}>
        {addOns.map(({ id, title, priceCents, extraDays, maxQuantity }) => {
          const quantity = choice.addOns.find((chosen) => chosen.id === id)?.quantity ?? 0;
          return (
            <div key={id} className={classes.addOn}>
              <Checkbox
                size="md"
                label={
                  <PricedLabel
                    label={title}
                    price={`${formatSurcharge(priceCents)}${maxQuantity > 1 ? ' each' : ''}`}
                  />
                }
                {...(extraDays > 0 && { description: `Adds ${pluralize(extraDays, 'day')} to the delivery time.` })}
                checked={quantity > 0}
                onChange={(event) => setAddOnQuantity(id, event.currentTarget.checked ? 1 : 0)}
              />
              {quantity > 0 && maxQuantity > 1 && (
                <NativeSelect
                  aria-label={`How many: ${title}`}
                  data={listQuantities(maxQuantity)}
                  value={String(quantity)}
                  onChange={(event) => setAddOnQuantity(id, Number(event.currentTarget.value))}
                  className={classes.few ?? ''}
                />
              )}
            </div>
          );
        })}
      </Stack>
    </fieldset>
  );
}

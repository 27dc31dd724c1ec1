import { ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';
import { asShortDollars } from '../lib/format.ts';
import {
  NO_FILTERS,
  NO_PLACE,
  type Place,
  PROPERTY_TYPES,
  type PropertyType,
  RADII_MILES,
  type UpdatePlace,
} from '../lib/place.ts';
import { Button } from '../parts/button.tsx';

const TYPE_NAMES: Readonly<Record<PropertyType, string>> = {
  SFR: 'Single family',
  CONDO: 'Condo',
  MOBILE: 'Mobile home',
  MFR: 'Multi-family',
};
const YEARS = [
  [0.5, '6 months'],
  [1, '1 year'],
  [2, '2 years'],
  [3, '3 years'],
  [5, '5 years'],
] as const;
const BUYER_NAMES = { all: 'All buyers', flipper: 'Flippers', landlord: 'Landlords' } as const;

/** A filter that says what it is set to, and opens to change it. */
function Chip({ text, isSet, children }: { text: string; isSet: boolean; children: ReactNode }) {
  return (
    <Popover.Root>
      <Popover.Trigger
        className={`inline-flex h-7 items-center gap-1 whitespace-nowrap rounded-full border px-3 text-xs ${isSet ? 'border-accent bg-accent-soft text-accent' : 'border-line bg-surface hover:border-strong-line'}`}
      >
        {text}
        <ChevronDown size={12} aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={text}
          className="z-40 rounded-lg border border-line bg-surface p-3 shadow-xl"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface ChoiceProps<Value> {
  name: string;
  options: readonly (readonly [Value, string])[];
  value: Value;
  onChoose: (value: Value) => void;
}

function Choice<Value extends string | number>({ name, options, value, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset className="min-w-36 space-y-1">
      <legend className="label mb-1">{name}</legend>
      {options.map(([option, text]) => (
        <label key={option} className="flex items-center gap-2 py-0.5">
          <input
            type="radio"
            name={name}
            checked={option === value}
            onChange={() => onChoose(option)}
            className="accent-accent"
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

function Dollars({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  return (
    <label className="block">
      <span className="label">{label}</span>
      <input
        type="number"
        inputMode="numeric"
        min={0}
        step={5000}
        defaultValue={value ?? ''}
        onBlur={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        className="field figures block w-32"
      />
    </label>
  );
}

const priceText = ({ minPrice, maxPrice }: Place): string => {
  if (minPrice === null && maxPrice === null) return 'Any price';
  if (minPrice === null) return `Up to ${asShortDollars(maxPrice)}`;
  return maxPrice === null
    ? `From ${asShortDollars(minPrice)}`
    : `${asShortDollars(minPrice)} to ${asShortDollars(maxPrice)}`;
};

const typesText = ({ types }: Place): string =>
  types.length === 0 ? 'All homes' : types.map((type) => TYPE_NAMES[type]).join(', ');

interface FilterProps {
  place: Place;
  update: UpdatePlace;
}

/** Distance and time: the filters that every view has. */
export function CommonFilters({ place, update }: FilterProps) {
  const years = YEARS.find(([value]) => value === place.years)?.[1] ?? `${place.years} years`;
  return (
    <>
      <Chip text={`Within ${place.radius} mi`} isSet={place.radius !== NO_PLACE.radius}>
        <Choice
          name="Distance"
          value={place.radius}
          options={RADII_MILES.map((miles) => [miles, `${miles} mi`] as const)}
          onChoose={(radius) => update({ radius })}
        />
      </Chip>
      <Chip text={`Last ${years}`} isSet={place.years !== NO_PLACE.years}>
        <Choice name="Time" value={place.years} options={YEARS} onChoose={(chosen) => update({ years: chosen })} />
      </Chip>
      <Chip text={typesText(place)} isSet={place.types.length > 0}>
        <fieldset className="space-y-1">
          <legend className="label mb-1">Homes</legend>
          {PROPERTY_TYPES.map((type) => (
            <Check
              key={type}
              text={TYPE_NAMES[type]}
              isSet={place.types.includes(type)}
              onChange={(isSet) =>
                update({ types: PROPERTY_TYPES.filter((one) => (one === type ? isSet : place.types.includes(one))) })
              }
            />
          ))}
        </fieldset>
      </Chip>
      <Chip text={BUYER_NAMES[place.buyers]} isSet={place.buyers !== 'all'}>
        <Choice
          name="Buyers"
          value={place.buyers}
          options={Object.entries(BUYER_NAMES) as [Place['buyers'], string][]}
          onChoose={(buyers) => update({ buyers })}
        />
      </Chip>
    </>
  );
}

function Check({ text, isSet, onChange }: { text: string; isSet: boolean; onChange: (isSet: boolean) => void }) {
  return (
    <label className="flex items-center gap-2 py-0.5">
      <input
        type="checkbox"
        checked={isSet}
        onChange={(event) => onChange(event.target.checked)}
        className="accent-accent"
      />
      {text}
    </label>
  );
}

/** Everything that a buyer search can filter. */
export function BuyerFilters({ place, update }: FilterProps) {
  const more = [place.phoneOnly, place.institutions, place.offMarket].filter(Boolean).length;
  const isFiltered =
    more > 0 ||
    place.types.length > 0 ||
    place.buyers !== 'all' ||
    priceText(place) !== 'Any price' ||
    place.minBedrooms !== null;
  return (
    <section aria-label="Filters" className="flex flex-wrap items-center gap-1.5 print:hidden">
      <CommonFilters place={place} update={update} />
      <Chip text={priceText(place)} isSet={priceText(place) !== 'Any price'}>
        <div className="flex gap-2">
          <Dollars label="Paid from ($)" value={place.minPrice} onChange={(minPrice) => update({ minPrice })} />
          <Dollars label="Paid up to ($)" value={place.maxPrice} onChange={(maxPrice) => update({ maxPrice })} />
        </div>
      </Chip>
      <Chip
        text={place.minBedrooms === null ? 'Any bedrooms' : `${place.minBedrooms}+ bedrooms`}
        isSet={place.minBedrooms !== null}
      >
        <Choice
          name="Bedrooms"
          value={place.minBedrooms ?? 0}
          options={[
            [0, 'Any'],
            [2, '2 or more'],
            [3, '3 or more'],
            [4, '4 or more'],
          ]}
          onChoose={(count) => update({ minBedrooms: count === 0 ? null : count })}
        />
      </Chip>
      <Chip text={more === 0 ? 'More' : `More: ${more}`} isSet={more > 0}>
        <fieldset className="space-y-1">
          <legend className="label mb-1">Which buyers</legend>
          <Check
            text="Only with a phone number"
            isSet={place.phoneOnly}
            onChange={(phoneOnly) => update({ phoneOnly })}
          />
          <Check
            text="Also large institutions"
            isSet={place.institutions}
            onChange={(institutions) => update({ institutions })}
          />
          <Check
            text="Also off-market purchases"
            isSet={place.offMarket}
            onChange={(offMarket) => update({ offMarket })}
          />
        </fieldset>
      </Chip>
      {isFiltered ? (
        <Button small look="quiet" onClick={() => update(NO_FILTERS)}>
          Clear filters
        </Button>
      ) : null}
    </section>
  );
}

import type { BuyerStage, DealStage } from '@plat/contracts/admin';

/** In the order of the work. */
export const DEAL_STAGE_NAMES: Readonly<Record<DealStage, string>> = {
  new: 'New',
  marketing: 'Marketing',
  under_contract: 'Under contract',
  closed: 'Closed',
  lost: 'Lost',
};

/** In the order of the work. */
export const BUYER_STAGE_NAMES: Readonly<Record<BuyerStage, string>> = {
  found: 'Found',
  contacted: 'Contacted',
  interested: 'Interested',
  offered: 'Offered',
  accepted: 'Accepted',
  declined: 'Declined',
};

interface StageSelectProps<Stage extends string> {
  label: string;
  names: Readonly<Record<Stage, string>>;
  stage: Stage;
  isDisabled: boolean;
  onChange: (stage: Stage) => void;
}

/** The stage of a deal or a buyer, which can be changed. */
export function StageSelect<Stage extends string>(props: StageSelectProps<Stage>) {
  const { label, names, stage, isDisabled, onChange } = props;
  return (
    <select
      aria-label={label}
      value={stage}
      disabled={isDisabled}
      onChange={(event) => onChange(event.target.value as Stage)}
      className="h-8 rounded-md border border-strong-line bg-surface px-2 text-xs"
    >
      {(Object.keys(names) as Stage[]).map((name) => (
        <option key={name} value={name}>
          {names[name]}
        </option>
      ))}
    </select>
  );
}

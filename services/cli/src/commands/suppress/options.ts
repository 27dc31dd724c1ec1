import { OWN_LISTS } from '@plat/investors/own-lists';
import { Option } from 'commander';

const MEANINGS = 'deletion also withholds the name; national_dnc, state_dnc and reassigned only the number';

export const listOption = (description: string) => new Option('--list <list>', description).choices(OWN_LISTS);
export const reasonOption = () => listOption(`reason; ${MEANINGS}`).default('opt_out');
export const zipOption = () =>
  new Option('--zip <zip>', "ZIP code of the person's mailing address; without it, everyone of that name");

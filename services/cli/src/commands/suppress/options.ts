import { OWN_LISTS } from '@plat/investors/own-lists';
import { Option } from 'commander';

const MEANINGS = 'deletion takes the name too, national_dnc, state_dnc and reassigned only the number itself';

export const listOption = (description: string) => new Option('--list <list>', description).choices(OWN_LISTS);
export const reasonOption = () => listOption(`why; ${MEANINGS}`).default('opt_out');
export const zipOption = () =>
  new Option('--zip <zip>', 'where the person gets mail; without it everybody of that name is meant');

import { expect, setDefaultTimeout, test } from 'bun:test';
import { dayOfDate } from '@plat/kit/clock';
import { errorsOfLastQuarters } from './errors-of-last-quarters.ts';
import { inventSales } from './invented-sales.fixture.ts';
import { measureErrors } from './measure-errors.ts';
import { encodeModel } from './model-codec.ts';
import { measureInThread, trainInThreads } from './train-in-threads.ts';
import { enoughSales, measuredValueModel } from './train-value-model.ts';

setDefaultTimeout(60_000);

const AT = { region: 'WA', buildDay: dayOfDate('2026-01-01'), effort: 'quick' } as const;
const SALES = inventSales({ sales: 3_500 });

test('a thread measures the same errors, bit for bit', async () => {
  const task = { known: enoughSales(SALES, AT.buildDay)!, buildDay: AT.buildDay, effort: AT.effort, left: 0 };
  const thread = measureInThread(task);
  expect(await thread.errors).toEqual(measureErrors(task));
  await thread.end();
});

test('a model trained with two threads is the one trained with one', async () => {
  const trained = await trainInThreads(SALES, AT, 2);
  const alone = measuredValueModel(SALES, AT.region, AT.buildDay, AT.effort)!;
  expect(encodeModel(trained!.model)).toEqual(encodeModel(alone.model));
  const known = enoughSales(SALES, AT.buildDay)!;
  const errors = errorsOfLastQuarters(known, AT.buildDay, alone.forward, AT.effort);
  expect(trained!.lastQuarters).toEqual(errors);
});

test('a thread that cannot measure fails, and too few sales give no model', async () => {
  const broken = measureInThread({ ...AT, known: [null as never], left: 0 });
  expect(broken.errors).rejects.toThrow();
  await broken.errors.catch(() => {});
  await broken.end();
  expect(await trainInThreads(SALES.slice(-100), AT, 2)).toBeNull();
});

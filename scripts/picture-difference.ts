import type { Page } from 'playwright-core';

/** Pictures are compared at this share of their size, so that the drawing of single letters does not matter. */
const SCALE = 0.25;
/** Difference of a channel, of 255, that the eye sees. */
const MIN_DIFFERENCE = 32;

/** The share of pixels that differ between two WebP pictures, decoded by the browser; 1 when their sizes differ. */
export const shareOfDifferentPixels = (page: Page, one: Buffer, other: Buffer): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const pixelsOf = async (data) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (one) => one.charCodeAt(0))]));
      const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.round(side * ${SCALE}));
      const context = new OffscreenCanvas(width, height).getContext('2d');
      context.imageSmoothingQuality = 'high';
      context.drawImage(bitmap, 0, 0, width, height);
      return context.getImageData(0, 0, width, height).data;
    };
    const [one, other] = await Promise.all([pixelsOf('${one.toString('base64')}'), pixelsOf('${other.toString('base64')}')]);
    if (one.length !== other.length) return 1;
    let different = 0;
    for (let at = 0; at < one.length; at += 4) {
      const off = Math.max(...[0, 1, 2].map((channel) => Math.abs(one[at + channel] - other[at + channel])));
      if (off >= ${MIN_DIFFERENCE}) different++;
    }
    return different / (one.length / 4);
  })()`);

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const PEOPLE_FILE = join('labels', 'probablepeople-person.xml');
export const COMPANIES_FILE = join('labels', 'probablepeople-company.xml');

/** A name with the tag of each of its words. */
export interface LabelledName {
  text: string;
  tokens: { tag: string; text: string }[];
}

/** Reads labelled names (probablepeople, MIT). */
export const readLabelledNames = (file: string): LabelledName[] =>
  [...readFileSync(file, 'utf8').matchAll(/<Name>([\s\S]*?)<\/Name>/g)].map(([, inner = '']) => ({
    text: inner
      .replace(/<\/?\w+>/g, '')
      .replaceAll('&amp;', '&')
      .replace(/\s+/g, ' ')
      .trim(),
    tokens: [...inner.matchAll(/<(\w+)>([\s\S]*?)<\/\1>/g)].map(([, tag = '', text = '']) => ({ tag, text })),
  }));

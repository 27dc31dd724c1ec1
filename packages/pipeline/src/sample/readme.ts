/** Text of the README beside the generated files. */
export const README = `# Generated market

Everything in this folder is synthetic. The cities and ZIP codes are real places; the streets on them, the parcels, people, companies, deeds, prices and phone numbers are invented.
Parcel ids start with SAMPLE, subdivisions end in (SYNTHETIC SAMPLE), phone numbers are 555-0100 to 555-0199, which no one has, and e-mail addresses end in example.com or example.org.

Files: properties, transfers, contacts and suppressions in Plat's canonical columns (gzip CSV).
`;

import { ADMIN_OPERATIONS, ADMIN_VERSION, adminDocument } from '@plat/contracts/admin';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { NOTICE, withUndefined } from './generated-files.ts';

const UNUSED = ['paths', 'webhooks', '$defs'];
const isUsed = (node: ts.Node): boolean =>
  !((ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) && UNUSED.includes(node.name.text));

/** Types and table of the operator API. */
export async function adminFile(): Promise<string> {
  const document = adminDocument(ADMIN_OPERATIONS, ADMIN_VERSION);
  const ast = await openapiTS(JSON.stringify(document), { defaultNonNullable: false, emptyObjectsUnknown: true });
  const table = Object.fromEntries(
    ADMIN_OPERATIONS.map(({ operation, method, path, takesFile = false }) => [operation, { method, path, takesFile }]),
  );
  return [
    `${NOTICE}import type { AdminOperation } from '../admin-operation.ts';\n`,
    astToString(ast.filter(isUsed).map(withUndefined)),
    `export const ADMIN_OPERATIONS = ${JSON.stringify(table)} as const satisfies Record<keyof operations, AdminOperation>;`,
  ].join('\n');
}

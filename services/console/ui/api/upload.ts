import type { ImportDetails } from '@plat/contracts/admin';
import { refusalOf } from './admin-call.ts';
import { currentCsrfToken } from './session.ts';

/**
 * Uploads a file of records.
 * @param onShare told the share that was sent, 0 to 1; `fetch` cannot tell it
 * @throws PlatApiError when the API refuses the file
 */
export function uploadImport(file: File, onShare: (share: number) => void): Promise<ImportDetails> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/admin/v1/imports?${new URLSearchParams({ name: file.name })}`);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('x-csrf-token', currentCsrfToken() ?? '');
    request.upload.onprogress = ({ loaded, total }) => onShare(total === 0 ? 1 : loaded / total);
    request.onerror = () => reject(new Error('The upload was interrupted. Check the connection and try again.'));
    request.onload = () => {
      const body = parsed(request.responseText);
      if (request.status === 201) resolve(body as ImportDetails);
      else reject(refusalOf(request.status, body, request.getResponseHeader('x-request-id')));
    };
    request.send(file);
  });
}

function parsed(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}

import { importFields } from '../../../shared/contract/catalogue/catalogue-jobs.ts';
import { openFile, readFile } from '../../http/form.ts';
import type { Handlers } from '../../http/handlers.ts';

const maxZip = { fileSize: 1024 ** 3 };
const noFile = 'Please choose a CSV file';

/** Import of products: a preview, then the job. */
export const importHandlers = {
  'POST /products/import/pictures': async ({ backOffice, request }) => {
    const { file, name } = await openFile(request, 'Please choose a ZIP file', maxZip);
    return backOffice.catalogue.storeImportPictures(file.file, name);
  },
  'POST /products/import/plan': async ({ backOffice, request }) => {
    const { bytes, fields } = await readFile(request, noFile, importFields);
    return backOffice.catalogue.planImport(bytes, fields);
  },
  'POST /products/import': async ({ backOffice, request }) => {
    const { bytes, name, fields } = await readFile(request, noFile, importFields);
    return backOffice.catalogue.startImport(bytes, name, fields);
  },
  'GET /products/import': ({ backOffice }) => backOffice.catalogue.listImports(),
  'GET /products/import/:id': ({ backOffice, params }) => backOffice.catalogue.getImport(params.id),
  'POST /products/import/:id/pictures': ({ backOffice, params }) =>
    backOffice.catalogue.retryPictures(params.id),
  'GET /products/import/:id/report.csv': async ({ backOffice, params }) => ({
    filename: 'import-report.csv',
    content: await backOffice.catalogue.reportImport(params.id),
  }),
} satisfies Partial<Handlers>;

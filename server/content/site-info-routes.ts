import { siteInfo } from '../../shared/contract/content.ts';
import {
  siteInfoAdmin,
  siteInfoChange,
  sitePictureForm,
  sitePictures,
  testMailReply,
} from '../../shared/contract/site-info.ts';
import type { Deps } from '../deps.ts';
import type { Api } from '../http/api.ts';
import { pictureForm } from '../http/form.ts';

/** The public site information (spec §7 Site info). */
export function siteInfoRoutes(app: Api) {
  app.get('/site-info', { schema: { response: { 200: siteInfo } } }, (request) =>
    request.shop.content.getSiteInfo(),
  );
}

/** Site information and settings of the back office. */
export function siteInfoAdminRoutes(admin: Api, deps: Pick<Deps, 'db' | 'files'>) {
  admin.get('/site-info/admin', { schema: { response: { 200: siteInfoAdmin } } }, (request) =>
    request.backOffice.content.getAllSiteInfo(),
  );

  admin.put(
    '/site-info/admin',
    { schema: { body: siteInfoChange, response: { 200: siteInfoAdmin } } },
    (request) => request.backOffice.content.updateSiteInfo(request.body),
  );

  admin.post(
    '/site-info/upload-images',
    {
      ...pictureForm(deps, () => 'site'),
      schema: { consumes: ['multipart/form-data'], body: sitePictureForm, response: { 200: sitePictures } },
    },
    (request) =>
      request.backOffice.content.replaceSitePictures(request.body.teamImageIds, request.uploads.all),
  );

  admin.post(
    '/settings/test-mail',
    { config: { guarded: true }, schema: { response: { 201: testMailReply } } },
    async (request, reply) =>
      reply.status(201).send({ success: true, ...(await request.backOffice.content.sendTestMail()) }),
  );
}

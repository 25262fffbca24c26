import type { Deps } from '../deps.ts';
import type { Api } from '../http/api.ts';
import { contactAdminRoutes, contactRoutes } from './contact-routes.ts';
import { demoAdminRoutes } from './demo-routes.ts';
import { policyAdminRoutes, policyRoutes } from './policy-routes.ts';
import { siteInfoAdminRoutes, siteInfoRoutes } from './site-info-routes.ts';

/** Policies, site information and the contact form, for everyone. */
export function contentRoutes(app: Api) {
  policyRoutes(app);
  siteInfoRoutes(app);
  contactRoutes(app);
}

/** The same for the admin scope. */
export function contentAdminRoutes(admin: Api, deps: Pick<Deps, 'db' | 'files'>) {
  policyAdminRoutes(admin);
  siteInfoAdminRoutes(admin, deps);
  contactAdminRoutes(admin);
  demoAdminRoutes(admin);
}

import { visitQuery, visitReport, visitReportQuery } from '../visits.ts';
import { tagged } from './call.ts';

const { admin, anyone } = tagged('Visits');

export const visitCalls = {
  // Limited in the memory of the process, because it must cost no query (decision 131).
  'POST /visits': anyone('countVisit', 'Count what a visitor has done', { query: visitQuery, reply: 'done' }),
  'GET /visits': admin('reports.view', 'getVisitReport', 'Get what visitors did, by day and product', {
    query: visitReportQuery,
    reply: visitReport,
  }),
};

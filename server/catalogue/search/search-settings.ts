import type { SearchSettings } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import { recordAudit } from '../../db/audit-log.ts';
import { transaction } from '../../db/database.ts';
import type { Admin, Deps } from '../../deps.ts';
import { badField } from '../../errors.ts';
import { listMissedSearches } from './missed-search-queries.ts';
import { listSynonyms, readWords, replaceSynonyms } from './synonym-queries.ts';

const maxMissed = 100;

/** What an admin sees and changes of the search. */
export function searchAdmin({ db }: Pick<Deps, 'db'>, admin: Admin) {
  async function getSearchSettings(): Promise<SearchSettings> {
    const [synonyms, missed] = await Promise.all([listSynonyms(db), listMissedSearches(db, maxMissed)]);
    return { synonyms, missed: missed.map((row) => ({ ...row, lastAt: row.lastAt.toISOString() })) };
  }

  return {
    getSearchSettings,

    /** Replaces the sets of synonyms. 400 if one contains more than a single word between commas. */
    async updateSynonyms(sets: string[][]): Promise<SearchSettings> {
      const words = await readWords(db, sets.flat());
      const several = sets.flat().find((_, i) => words[i]?.length !== 1);
      if (several) throw badField('synonyms', `“${several}” is not a single word`);
      const single = words.flat().values();
      const read = sets.map((set) => [...new Set(set.map(() => single.next().value ?? ''))]);
      const kept = read.filter((set) => set.length > 1);
      await transaction(db, async (trx) => {
        await replaceSynonyms(trx, kept);
        await recordAudit(trx, admin, {
          action: 'search.synonyms',
          subject: '',
          detail: { sets: kept.length },
        });
      });
      return getSearchSettings();
    },
  };
}

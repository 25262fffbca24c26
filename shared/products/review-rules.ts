/** The most photographs of a review. */
export const maxReviewPictures = 5;

/** Why a shopper can report a review. */
export const reportReasons = ['spam', 'offensive', 'personal', 'fake'] as const;
export type ReportReason = (typeof reportReasons)[number];

export const reportLabels: Record<ReportReason, string> = {
  spam: 'Advertising or spam',
  offensive: 'Offensive or hateful',
  personal: 'Contains personal data',
  fake: 'Not about this product, or not genuine',
};

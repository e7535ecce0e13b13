export const PACKAGE_FAILURES = {
  load: 'Failed to load packages',
  loadOne: 'Failed to load package information',
  create: 'Failed to create package',
  update: 'Failed to update package',
  delete: 'Failed to delete package',
} as const;

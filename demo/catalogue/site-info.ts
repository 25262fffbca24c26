import type { Season } from '../../shared/contract/content.ts';

type TitledText = { title: string; detail: string };

export type DemoSiteInfo = {
  clientName: string;
  tagline: string;
  address: string;
  state: string;
  mobile: string;
  email: string;
  mapEmbedUrl: string;
  socialLinks: { facebook: string; instagram: string; twitter: string; pinterest: string };
  storyParagraphs: string[];
  values: { title: string; description: string }[];
  /** Portraits are `team-1` to `team-4`, in this order. */
  teamMembers: { name: string; position: string }[];
  businessHours: { mon_fri: string; saturday: string; sunday: string };
  /** What the home page promises. */
  claims: { guarantee: TitledText; shipping: TitledText; customers: TitledText; products: TitledText };
  grievanceOfficer: { name: string; email: string; phone: string };
  seasons: Season[];
  giftFilter: string;
};

export const siteInfo: DemoSiteInfo = {
  clientName: 'Haat',
  tagline: 'A market of Indian craft, open every day',
  address: '14 Neem Chowk, Kishanpole Bazaar, Jaipur, Rajasthan 302001',
  state: 'Rajasthan',
  mobile: '9000012345',
  email: 'hello@haat.example',
  mapEmbedUrl:
    'https://www.openstreetmap.org/export/embed.html?bbox=75.815%2C26.915%2C75.835%2C26.930&layer=mapnik',
  socialLinks: {
    facebook: 'https://www.facebook.com/haat',
    instagram: 'https://www.instagram.com/haat',
    twitter: 'https://twitter.com/haat',
    pinterest: 'https://www.pinterest.com/haat',
  },
  storyParagraphs: [
    'A haat is the market that comes to a village once a week. Cloth is spread on the ground beside clay pots, a spice seller weighs turmeric next to a man with wooden toys, and everyone knows who made what. We started Haat in a rented room off Kishanpole Bazaar because that last part, knowing who made what, gets lost on the way to the city.',
    'We buy from ten makers’ collectives: printers in Sanganer and Bagru, painters of blue pottery on the Amber road, bidri inlayers in Bidar, lathe workers in Channapatna, grass weavers in Mayurbhanj and others. They set the price of their work and we add what it costs to photograph it, store it and send it to you. When a batch is sold out, we wait for the next one.',
    'Things made by hand differ a little from their pictures. A block lands a hair to the left, a glaze pools, a dye bath runs deeper in the monsoon. We pack what we would keep ourselves, and if it is not right for you, you have thirty days to send it back.',
  ],
  values: [
    {
      title: 'The maker sets the price',
      description: 'Collectives quote for their own work and are paid half on order, half on dispatch to us.',
    },
    {
      title: 'Named craft, named place',
      description:
        'Every page says what a thing is made of, by which craft and where, in words we have checked.',
    },
    {
      title: 'Made to be used',
      description:
        'We choose pieces for daily life and tell you plainly how to wash, oil, polish or mend them.',
    },
    {
      title: 'Little waste',
      description: 'Parcels are padded with paper offcuts and rice straw, and seconds are sold as seconds.',
    },
  ],
  teamMembers: [
    { name: 'Meher Solanki', position: 'Founder and buyer' },
    { name: 'Irfan Qazi', position: 'Workshops and quality' },
    { name: 'Lakshmi Nambiar', position: 'Customer care' },
    { name: 'Devraj Purohit', position: 'Packing and dispatch' },
  ],
  businessHours: {
    mon_fri: '10:00 am - 7:00 pm',
    saturday: '10:00 am - 5:00 pm',
    sunday: 'Closed',
  },
  claims: {
    guarantee: { title: '30-day guarantee', detail: 'Send it back within 30 days of receipt' },
    shipping: { title: 'Free shipping', detail: 'To most PIN codes of India' },
    customers: { title: '50K+ customers', detail: 'In homes across India' },
    products: { title: '1000+ products', detail: 'Made by hand, in small lots' },
  },
  seasons: [
    {
      title: 'Wedding season',
      text: 'Juttis, silver and sarees for the family, brass for the house, boxes for what you bring.',
      filter: 'occasion:weddings',
      from: '11-16',
      to: '03-15',
    },
    {
      title: 'Summer, kept cool',
      text: 'Water from clay, shade from bamboo, cotton for the hot months.',
      filter: 'occasion:summer',
      from: '03-16',
      to: '06-15',
    },
    {
      title: 'Chai weather',
      text: 'Second cups, warm throws and something to draw in while it rains.',
      filter: 'occasion:monsoon',
      from: '06-16',
      to: '08-31',
    },
    {
      title: 'For Diwali',
      text: 'Lamps and lanterns, bells for the door, boxes for sweets.',
      filter: 'occasion:diwali',
      from: '09-01',
      to: '11-15',
    },
  ],
  giftFilter: 'occasion:gifts',
  grievanceOfficer: { name: 'Lakshmi Nambiar', email: 'grievance@haat.example', phone: '+91 90000 12346' },
};
